use super::*;

fn valid(text: &str) -> bool {
    Combination::read(text).is_valid()
}

#[test]
fn each_kind_has_its_sizes() {
    for (text, wanted) in [
        ("book 5C 5D", false),
        ("book 5C 5D 5S", true),
        ("book 5C 5D 5H 5S", true),
        ("book 5C 5D 5H 5S X1", false),
        ("run 5C 6C 7C", false),
        ("run 5C 6C 7C 8C", true),
        ("run AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", true),
        ("run AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC X1", false),
        ("double 5C 5S", false),
        ("double 5C 5S 6C 6S", true),
        ("hand 5C 6S 7C 8C", false),
        ("hand 5C 6S 7C 8C 9S", true),
        ("triple 5C 5S 6C 6S", false),
        ("triple 5C 5S 6C 6S 7C 7D", true),
        ("flush AC 3C 5C 7C 9C", false),
        ("flush AC 3C 5C 7C 9C JC", true),
        ("flush AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC X1", true),
        ("flush AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC X1 X2", false),
        ("straight 5C 6D 7C 8H 9S TD", false),
        ("straight 5C 6D 7C 8H 9S TD JD", true),
    ] {
        assert_eq!(valid(text), wanted, "{text}");
    }
}

#[test]
fn ranks_suits_and_colours_must_be_right() {
    for text in [
        "book 5C 5D 6S",
        "run 5C 6C 7D 8C",
        "run 5C 6C 8C 9C",
        "run 8C 7C 6C 5C",
        "double 5C 5D 6C 6D",
        "double 5C 5S 6D 6H",
        "double 5C 5S 7C 7S",
        "double 5C 6C 5S 6S",
        "hand 5C 6S 7C 8D 9S",
        "triple 5C 5S 6C 6S 7C 8D",
        "flush AC 3C 5C 7C 9C JS",
        "straight 5C 6D 7C 8H 9S TD QD",
        "straight 5C 6D 7C 7H 8H 9S TD",
    ] {
        assert!(!valid(text), "{text}");
    }
}

#[test]
fn ranks_go_round() {
    for text in ["run QC KC AC 2C", "double KD KH AD AH", "hand TD JH QD KD AH", "straight QC KD AC 2H 3S 4D 5D"] {
        assert!(valid(text), "{text}");
    }
    assert_eq!(Combination::read("run QC X1 AC 2C").ranks(), [12, 13, 1, 2]);
}

#[test]
fn jokers_stand_at_any_place_beside_one_other_card() {
    for text in [
        "book 5C X1 X2",
        "run X1 6C X2 8C",
        "run X2 X1 7C 8C",
        "run 7C 8C X1 X2",
        "double X1 X2 6C 6S",
        "double 5C X1 6S X2",
        "triple 5C X1 6D 6S 7H X2",
        "flush AC 3C 5C 7C X1 X2",
    ] {
        assert!(valid(text), "{text}");
    }
    assert!(!valid("double X1 5C 6C 6S"), "the joker of a pair comes last");
    assert!(!valid("flush X1 AC 3C 5C 7C 9C"), "the joker of a flush comes last");
}

#[test]
fn straights_triples_and_hands_of_a_colour_do_not_overlap() {
    let overlap = |a: &str, b: &str| {
        let (a, b) = (Combination::read(a), Combination::read(b));
        assert!(a.is_valid() && b.is_valid());
        assert_eq!(a.overlaps(&b), b.overlaps(&a));
        a.overlaps(&b)
    };
    assert!(overlap("straight 2C 3D 4S 5S 6S 7S 8C", "straight X1 9D TD JD QD KD AD"), "the joker is an eight");
    assert!(overlap("straight 2C 3D 4S 5S 6S 7S 8C", "straight TD JD QD KD AD X1 3C"), "the joker is a two");
    assert!(overlap("straight 2C 3D 4S 5S 6S 7S X1", "straight 8D 9D TD JD QD KD AD"), "the joker is an eight");
    assert!(overlap("triple KC KD AC AD 2C 2D", "triple 2H 2S 3C 3D 4C 4D"));
    assert!(!overlap("triple KC KD AC AD 2C 2D", "triple 3H 3S 4C 4D 5C 5D"));
    assert!(overlap("hand 2C 3C 4C 5S 6S", "hand 6C 7C 8C 9C TC"));
    assert!(!overlap("hand 2C 3C 4C 5S 6S", "hand 6D 7D 8D 9D TD"));
    for free in ["run 2C 3C 4C 5C", "double 2C 2S 3C 3S", "flush 2C 3C 4C 5C 6C 7C", "book 2C 2D 2H"] {
        assert!(!overlap(free, free), "{free}");
    }
    assert!(!overlap("straight 2C 3C 4C 5C 6C 7C 8C", "hand 2C 3C 4C 5C 6C"), "kinds differ");
}

#[test]
fn a_full_circle_begins_with_the_ace() {
    let circle = Combination::read("run 3C 4C 5C 6C 7C 8C 9C TC JC QC KC X1 2C").turned();
    assert_eq!(circle, Combination::read("run X1 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"));
    assert!(circle.is_valid());
    let open = Combination::read("run KC AC 2C 3C");
    assert_eq!(open.clone().turned(), open);
}

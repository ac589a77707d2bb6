//! What the whole-project tests share: settings, random play, golden games, trees and their solution, and independent oracles.
//!
//! The tests themselves are in `tests/`; [`every_game!`] makes one of a function that is generic over games.
#![forbid(unsafe_code)]

pub mod cfr;
mod checked_in;
pub mod counts;
pub mod dare;
pub mod follow;
pub mod fuzz;
pub mod golden;
pub mod oracle;
pub mod play;
pub mod promises;
pub mod setting;
pub mod told;
pub mod tree;
pub mod twins;
pub mod variable;
mod zones;

pub use checked_in::checked_in;
pub use zones::together;

/// Makes a test of a function that is generic over games: it runs for every [`Setting`](setting::Setting), and for
/// [`Twins`](twins::Twins), which has a doubled pack and lots.
///
/// The games come as [`AnyGame`](elderhand_env::AnyGame), so that the function is made into code once and not for each; what is
/// of their types is for [`every_type!`].
#[macro_export]
macro_rules! every_game {
    ($name:ident, $function:ident) => {
        #[test]
        fn $name() {
            let (twins, setting) = $crate::twins::Twins::set_up();
            $function(&::elderhand_env::AnyGame::of(twins), &setting);
            for setting in $crate::setting::settings() {
                // Shown when the test fails.
                println!("{setting}");
                $function(
                    &::elderhand_env::game(setting.id, &setting.overrides).expect("the setting is valid"),
                    &setting,
                );
            }
        }
    };
}

/// Makes a test like [`every_game!`], whose function knows the type of the game.
#[macro_export]
macro_rules! every_type {
    ($name:ident, $function:ident) => {
        #[test]
        fn $name() {
            struct Check<'a>(&'a $crate::setting::Setting);
            impl ::elderhand_env::Visitor for Check<'_> {
                type Output = ();
                fn visit<G: ::elderhand_env::Game>(self, game: G) {
                    $function(&game, self.0)
                }
            }
            let (twins, setting) = $crate::twins::Twins::set_up();
            $function(&twins, &setting);
            for setting in $crate::setting::settings() {
                println!("{setting}");
                ::elderhand_env::visit(setting.id, &setting.overrides, Check(&setting)).expect("the setting is valid");
            }
        }
    };
}

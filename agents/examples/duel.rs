use std::convert::Infallible; use std::ops::ControlFlow;
use elderhand_agents::{*, gin::*};
use elderhand_env::{*, gin::*};
fn main() {
    let deals: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let game = Gin::new("gin", Rules::gin()).unwrap();
    type A = Box<dyn Agent<GinView>>;
    let simple = Entrant::new("simple", || Ok::<A, Infallible>(Box::new(Simple::default())));
    let greedy = Entrant::new("greedy", || Ok::<A, Infallible>(Box::new(Greedy)));
    let random = Entrant::new("random", || Ok::<A, Infallible>(Box::new(Random::default())));
    for (a,b) in [(&simple,&random),(&greedy,&simple)] {
        let t = duel(&game, a, b, &Plan{deals, seed:1, threads:1}, |_| ControlFlow::Continue(())).unwrap();
        println!("{} vs {}: points {:.2} {:?} share {:.3} {:?} len {:.1} r/s {:.0}", a.name(), b.name(), t.points, t.points_ci, t.share, t.share_ci, t.length, t.rounds_per_second());
    }
}

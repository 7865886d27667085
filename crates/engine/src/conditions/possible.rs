//! Whether conditions can hold: no line may be one that never holds, or one that always does.
//!
//! All surroundings that a cell may have are tried; what they leave open about a term is a range. A condition that is found to be
//! impossible is, but a possible one need not be: the rest of the board is not looked at.

use super::{Condition, Drawn, Is, Line, Place, Relation, Term, Who};
use crate::actions::Reach;
use crate::text::quoted;
use crate::variant::{Path, Problem, Variant};

/// What may stand on a cell, and how many cells hold it.
const KINDS: [Who; 4] = [Who::Own, Who::Enemy, Who::Neutral, Who::Empty];
type Numbers = [u32; KINDS.len()];

/// What a condition is read on, and what is around it.
struct Situation<'v> {
    variant: &'v Variant,
    /// What stands on the cell.
    here: Who,
    /// How many cells beside it hold each kind.
    adjacent: Numbers,
    /// How many cells around it hold each kind.
    touching: Numbers,
    /// The number of cells of the board.
    cells: u32,
}

/// The smallest and the greatest value of a term.
type Range = (u32, u32);

/// What is wrong with the conditions of `variant`: those of its actions, its captures and its sets.
pub fn problems(variant: &Variant) -> Vec<Problem> {
    let of_actions = variant.actions.iter().flat_map(|action| {
        let path = |key| Path::of(["action", &action.name, action.kind.word(), key]);
        let judged = action.kind.judged().to_vec();
        let stone = if action.kind.moves() { judged.clone() } else { vec![action.stone()] };
        [(&action.condition, judged, path("where")), (&action.makes, stone, path("makes"))]
    });
    let of_captures = variant.capture.listed().iter().enumerate().map(|(i, take)| {
        // A stone's own side is the one that sees the board.
        (&take.condition, vec![Who::Own], Path::of(["capture", "take"]).index(i).key("where"))
    });
    let of_sets = variant.sets.iter().map(|set| {
        let may_be = |who: &Who| set.of.is_none_or(|of| of.covers(*who));
        let contents = KINDS.into_iter().filter(may_be).collect();
        (&set.condition, contents, Path::of(["set", &set.name, "where"]))
    });
    let all = of_actions.chain(of_captures).chain(of_sets);
    all.filter(|(condition, ..)| !condition.is_empty())
        .filter_map(|(condition, contents, path)| {
            let situations = Situation::all(&contents, variant);
            problem(condition, &situations, &contents, &path, variant)
        })
        .collect()
}

/// What is wrong with `condition`, at `path`, which is read on cells with one of `contents` in one of `situations`.
fn problem(
    condition: &Condition,
    situations: &[Situation<'_>],
    contents: &[Who],
    path: &Path,
    variant: &Variant,
) -> Option<Problem> {
    let never = |lines: &[Line]| !situations.iter().any(|situation| situation.allows(lines));
    for line in &condition.0 {
        let key = path.key(&line.term.name(variant));
        if never(&[*line]) {
            let problem =
                Problem::with_value(key, format!("this never holds: {}", values(line, situations, variant)));
            let problem = problem.expected(format!("expected what can hold {}", on(contents)));
            let of_stone = contents == [Who::Empty] && matches!(line.term, Term::Group | Term::Liberties);
            return Some(if of_stone && path.to_string().starts_with("action.") {
                problem.help("`makes` reads the group of the stone once it stands")
            } else {
                problem
            });
        }
        if situations.iter().all(|situation| situation.grants(line)) {
            let problem =
                Problem::with_value(key, format!("this always holds: {}", values(line, situations, variant)));
            return Some(problem.expected("expected another bound, or no such line"));
        }
    }
    for (i, line) in condition.0.iter().enumerate() {
        for other in &condition.0[..i] {
            if never(&[*line, *other]) {
                let key = |line: &Line| path.key(&line.term.name(variant));
                let problem = Problem::with_key(key(line), "no cell can fulfil both of these lines");
                return Some(
                    problem
                        .expected("this asks for what the other forbids, or forbids what it asks for")
                        .related(key(other), "the other line"),
                );
            }
        }
    }
    never(&condition.0).then(|| {
        let problem = Problem::with_key(path.clone(), "no cell can fulfil all of these lines");
        problem.expected("each two of them can hold, but not all together")
    })
}

/// `on an empty cell`.
fn on(contents: &[Who]) -> String {
    match contents {
        [Who::Empty] => "on an empty cell".to_owned(),
        [one] => format!("where {} {} stands", if *one == Who::Enemy { "an" } else { "a" }, one.noun()),
        _ => "where a stone stands".to_owned(),
    }
}

/// The values that the terms of `line` can have.
fn values(line: &Line, situations: &[Situation<'_>], variant: &Variant) -> String {
    let value = |term: Term| {
        let ranges = situations.iter().map(|situation| situation.range(term));
        let all = ranges.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)));
        let (least, most) = all.unwrap_or_default();
        let name = quoted(&term.name(variant));
        let missing = matches!(term, Term::Cells(Who::Neutral, _)) && !variant.has_neutral_stones();
        match (least, most) {
            _ if missing => format!("{name} is 0, because the game has no neutral stones"),
            _ if least == most => format!("{name} is {least} here"),
            (0, u32::MAX) => format!("{name} can be any number"),
            (0, _) => format!("{name} is at most {most} here"),
            _ => format!("{name} is from {least} to {most} here"),
        }
    };
    match line.is {
        Is::Related(_, other) if other == line.term => "the term is compared with itself".to_owned(),
        Is::Related(_, other) => format!("{}, and {}", value(line.term), value(other)),
        Is::Within(0, None) => format!("{} is never below 0", quoted(&line.term.name(variant))),
        Is::Within(..) => value(line.term),
    }
}

impl<'v> Situation<'v> {
    /// All situations in `variant` of a cell with one of the `contents`.
    fn all(contents: &[Who], variant: &'v Variant) -> Vec<Self> {
        let (board, neutral) = (&variant.board, variant.has_neutral_stones());
        let (beside, around) = (board.adjacent().len() as u32, board.touching().len() as u32);
        let cells = board.cells().len() as u32;
        let neighbours = distributions(beside.min(cells - 1), neutral);
        let diagonal = distributions((around - beside).min((cells - 1).saturating_sub(beside)), neutral);
        let mut all = Vec::new();
        for &here in contents {
            for adjacent in &neighbours {
                for further in &diagonal {
                    let mut touching = *adjacent;
                    touching.iter_mut().zip(further).for_each(|(number, more)| *number += more);
                    all.push(Self { variant, here, adjacent: *adjacent, touching, cells });
                }
            }
        }
        all
    }

    /// Whether all `lines` may hold.
    fn allows(&self, lines: &[Line]) -> bool {
        lines.iter().all(|line| self.compare(line).0)
    }

    /// Whether `line` holds for certain.
    fn grants(&self, line: &Line) -> bool {
        self.compare(line).1
    }

    /// Whether `line` may hold, and whether it does for certain.
    fn compare(&self, line: &Line) -> (bool, bool) {
        let (least, most) = self.range(line.term);
        match line.is {
            Is::Within(from, to) => {
                let (from, to) = (u32::from(from), to.map_or(u32::MAX, u32::from));
                (most >= from && least <= to, least >= from && most <= to)
            }
            Is::Related(relation, other) if other == line.term => {
                let holds = relation.holds(least, least);
                (holds, holds)
            }
            Is::Related(relation, other) => {
                let (other_least, other_most) = self.range(other);
                match relation {
                    Relation::Less => (least < other_most, most < other_least),
                    Relation::AtMost => (least <= other_most, most <= other_least),
                    Relation::Equal => (
                        least <= other_most && other_least <= most,
                        least == most && other_least == other_most && least == other_least,
                    ),
                    Relation::AtLeast => (most >= other_least, least >= other_most),
                    Relation::More => (most > other_least, least > other_most),
                }
            }
        }
    }

    /// The values that `term` may have.
    fn range(&self, term: Term) -> Range {
        match term {
            Term::Cells(Who::Set(index), place) => {
                let of = self.variant.sets[usize::from(index)].of;
                let most = |near: &Numbers| of.map_or_else(|| near.iter().sum(), |of| count(near, of));
                match place {
                    Place::Near(Reach::Adjacent) => (0, most(&self.adjacent)),
                    Place::Near(Reach::Touching) => (0, most(&self.touching)),
                    _ => (0, self.cells),
                }
            }
            Term::Cells(who, Place::Near(Reach::Adjacent)) => exactly(count(&self.adjacent, who)),
            Term::Cells(who, Place::Near(Reach::Touching)) => exactly(count(&self.touching, who)),
            Term::Cells(who, Place::Seen) => {
                let near = count(&self.touching, who);
                let lines = self.variant.board.touching().len() as u32;
                (near, lines - (count(&self.touching, Who::Stones) - near))
            }
            Term::Cells(who, Place::Board) => {
                let least = count(&self.touching, who) + u32::from(who.covers(self.here));
                let others = self.touching.iter().sum::<u32>() + 1 - least;
                (least, self.cells - others)
            }
            Term::Group => match self.friends() {
                None => exactly(0),
                Some(0) => exactly(1),
                Some(friends) => (1 + friends, self.cells),
            },
            Term::Liberties => match self.friends() {
                None => exactly(0),
                Some(0) => exactly(count(&self.adjacent, Who::Empty)),
                Some(_) => (count(&self.adjacent, Who::Empty), self.cells),
            },
            Term::GroupBefore => (1, self.cells),
            Term::NewGroup | Term::Product(..) => (0, self.cells),
            Term::Pattern(index) => {
                let pattern = &self.variant.patterns[usize::from(index)];
                let neutral = self.variant.has_neutral_stones();
                let drawn = || pattern.ways.iter().flatten().map(|&(_, drawn)| drawn);
                let can_be = neutral || !drawn().any(|drawn| drawn == Drawn::Is(Who::Neutral));
                (0, if can_be && drawn().any(|drawn| drawn.is(self.here)) { u32::MAX } else { 0 })
            }
            Term::Cells(who, Place::Beside) => match self.friends() {
                None => exactly(0),
                Some(0) => exactly(count(&self.adjacent, who)),
                Some(_) => (count(&self.adjacent, who), self.cells),
            },
            Term::Groups(who, place) => {
                let (least, most) = self.range(Term::Cells(who, place));
                (u32::from(least > 0), most)
            }
            Term::Largest(who, place) => {
                let (least, most) = self.range(Term::Cells(who, place));
                (u32::from(least > 0), if most > 0 { self.cells } else { 0 })
            }
        }
    }

    /// How many stones beside the stone on the cell are of its side; `None` if no stone of a side stands there.
    fn friends(&self) -> Option<u32> {
        matches!(self.here, Who::Own | Who::Enemy).then(|| count(&self.adjacent, self.here))
    }
}

/// How many cells hold `who`, if this many hold each kind.
fn count(numbers: &Numbers, who: Who) -> u32 {
    KINDS.iter().zip(numbers).filter(|(kind, _)| who.covers(**kind)).map(|(_, number)| number).sum()
}

const fn exactly(number: u32) -> Range {
    (number, number)
}

/// How each kind can be on at most `cells` cells; the others are off the board.
fn distributions(cells: u32, neutral: bool) -> Vec<Numbers> {
    let mut all = Vec::new();
    for own in 0..=cells {
        for enemy in 0..=cells - own {
            for neutral in 0..=if neutral { cells - own - enemy } else { 0 } {
                all.extend((0..=cells - own - enemy - neutral).map(|empty| [own, enemy, neutral, empty]));
            }
        }
    }
    all
}

//! The value of a term on all cells at once.

use super::cells::Cells;
use super::counts::Counts;
use super::directions::directions_within;
use super::grid::Grid;
use super::grouped::{DIGITS, EnemiesBeside, Grouped, KnownGroups, MANY, enemies_beside, grouped};
use super::pattern::patterns_at;
use super::processor::compiled;
use super::scene::Scene;
use crate::actions::Reach;
use crate::conditions::{Is, Line, Place, Term, Who};

impl<S: Cells> Scene<'_, S> {
    /// The groups of `who`, a side.
    #[inline(always)]
    pub fn groups<'a, const D: usize>(
        &self,
        grid: &Grid<S, D>,
        known: &'a mut KnownGroups<S>,
        who: Who,
    ) -> &'a Grouped<S> {
        let groups = if who == Who::Enemy { &mut known.enemy } else { &mut known.own };
        if groups.is_none() {
            *groups = Some(grouped(grid, self.of(who)));
        }
        match groups {
            Some(groups) => groups,
            None => unreachable!("it has just been set"),
        }
    }

    /// The enemy groups beside the group of an own stone that comes to stand on a cell.
    #[inline(always)]
    fn beside<'a, const D: usize>(
        &self,
        grid: &Grid<S, D>,
        known: &'a mut KnownGroups<S>,
    ) -> &'a EnemiesBeside<S> {
        if known.beside.is_none() {
            known.beside = Some(enemies_beside(grid, self.own, self.enemy));
        }
        match &known.beside {
            Some(beside) => beside,
            None => unreachable!("it has just been set"),
        }
    }

    /// The value of `term` on every cell, `made` there by a stone or not; `None` if it must be read cell by cell.
    #[inline(always)]
    fn numbers<const D: usize>(
        &self,
        grid: &Grid<S, D>,
        known: &mut KnownGroups<S>,
        term: Term,
        made: Option<Who>,
    ) -> Option<Counts<S, MANY>> {
        let constant = |number: u32| Counts::of(number, grid.board);
        let joins = |who: Who| made == Some(who);
        if term.is_read_by_cell(made) {
            return None;
        }
        Some(match term {
            Term::Cells(who, Place::Near(reach)) => {
                Counts::widened(&grid.near_counts(self.cells_of(grid, who), reach))
            }
            Term::Cells(who, Place::Board) => {
                let gained = u32::from(made.is_some_and(|stone| who.covers(stone)));
                let lost = u32::from(made.is_some() && who == Who::Empty);
                constant(self.cells_of(grid, who).count() + gained - lost)
            }
            Term::Group if made.is_none() => {
                let enemy = self.groups(grid, known, Who::Enemy).on;
                self.groups(grid, known, Who::Own).on.replaced(&enemy, self.enemy)
            }
            Term::Group => match made {
                Some(who @ (Who::Own | Who::Enemy)) => {
                    let mut sizes = self.groups(grid, known, who).beside;
                    sizes.add(1, grid.board);
                    sizes
                }
                _ => Counts::zero(),
            },
            Term::Groups(who, Place::Near(_)) => Counts::widened(&self.groups(grid, known, who).joined),
            Term::Groups(_, Place::Beside) => self.beside(grid, known).number,
            Term::Largest(_, Place::Beside) => self.beside(grid, known).largest,
            Term::Groups(who, Place::Board) => {
                let found = self.groups(grid, known, who);
                if !joins(who) {
                    return Some(constant(found.groups));
                }
                // The stone is a new group, but all groups beside it become one with it.
                let mut groups = Counts::zero();
                for joined in 0..=(D as u32).min(found.groups) {
                    groups.add(found.groups + 1 - joined, found.joined.are(grid.board, joined));
                }
                groups
            }
            Term::Largest(who, Place::Board) => {
                let found = self.groups(grid, known, who);
                let largest = constant(found.largest);
                if !joins(who) {
                    return Some(largest);
                }
                let mut sizes = found.beside;
                sizes.add(1, grid.board);
                largest.replaced(&sizes, sizes.compare(&largest, grid.board).more)
            }
            Term::Pattern(index) => patterns_at(grid, index.into(), self, made),
            Term::GroupBefore | Term::NewGroup | Term::Product(..) => constant(self.number(grid, term, 0)),
            Term::Liberties | Term::Cells(..) | Term::Groups(..) | Term::Largest(..) => return None,
        })
    }
}

impl<S: Cells, const D: usize> Grid<S, D> {
    /// For each cell, how many of `cells` are within `reach`.
    #[inline(always)]
    pub fn near_counts(&self, cells: S, reach: Reach) -> Counts<S, DIGITS> {
        Counts::around::<D>(self, cells, directions_within::<D>(reach))
    }
}

compiled! {
    /// [`Scene::numbers`].
    pub fn numbers_of(
        grid: &Grid<S, D>, scene: &Scene<'_, S>, known: &mut KnownGroups<S>, term: Term, made: Option<Who>,
    ) -> Option<Counts<S, MANY>> => scene.numbers(grid, known, term, made);
    /// The groups that `lines` ask for.
    pub fn groups_for(grid: &Grid<S, D>, lines: &[Line], scene: &Scene<'_, S>) -> KnownGroups<S> => {
        let mut known = KnownGroups::none();
        for line in lines {
            let other = if let Is::Related(_, other) = line.is { Some(other) } else { None };
            for term in [Some(line.term), other] {
                match term {
                    Some(Term::Group) => { scene.groups(grid, &mut known, Who::Own); }
                    Some(Term::Groups(who, Place::Board) | Term::Largest(who, Place::Board)) if !matches!(who, Who::Set(_)) => { scene.groups(grid, &mut known, who); }
                    _ => {}
                }
            }
        }
        known
    };
}

//! Counting the games of one reading for all passes at once.

use tabia_chess::Color;
use tabia_pgn::GameResult;
use tabia_polyglot::make::{CountTable, MakeOptions};
use tabia_polyglot::pgn_scan::{GameProblem, GameSink, MainLine, ProblemKind, check_tag};
use tabia_polyglot::{Entry, MergeReport};
use tabia_polyglot::{MergeOptions, merge};

use super::progress::RecipeProgress;
use super::{Recipe, RecipePart};
use crate::filter::{Duplicates, FilteredBy, GameHash, GameHeader, PartialDate};
use crate::stats::StatsCounter;

/// Maximum number of problems stored until they are taken.
const MAX_PROBLEMS: usize = 10_000;

struct Pass {
    options: MakeOptions,
    table: CountTable,
}

struct Part {
    recipe: RecipePart,
    passes: Vec<Pass>,
    duplicates: Option<Duplicates>,
    /// Whether the current game is wanted, judging by its header.
    wants: bool,
    taken: u64,
}

/// Tables into which games are counted.
pub(super) struct Counting {
    parts: Vec<Part>,
    /// Number of half-moves that the longest pass counts.
    max_ply: usize,
    /// Whether moves beyond those are needed, to distinguish games.
    compares: bool,
    header: GameHeader,
    /// Whether the header has been checked.
    decided: bool,
    wanted: bool,
    line: MainLine,
    /// The moves beyond `max_ply`.
    rest: GameHash,
    stats: Option<StatsCounter>,
    pub games: u64,
    pub taken: u64,
    pub rejected: u64,
    pub plies: u64,
    pub filtered: [u64; 6],
    pub problems: Vec<GameProblem>,
}

impl Counting {
    pub(super) fn new(recipe: &Recipe) -> Self {
        let memory = (recipe.memory_mb as usize) << 20;
        let passes: usize = recipe.parts.iter().map(|part| part.passes.len()).sum();
        let comparing = recipe.parts.iter().filter(|part| part.filter.no_duplicates).count();
        // Half for counts and games; if games are compared, a quarter of that for remembering them.
        let for_games = if comparing > 0 { memory / 8 } else { 0 };
        let for_tables = memory / 2 - for_games;
        let table_bytes = (for_tables / passes.max(1)).max(CountTable::MIN_BYTES);
        let parts: Vec<Part> = recipe
            .parts
            .iter()
            .map(|part| Part {
                passes: part
                    .passes
                    .iter()
                    .map(|pass| Pass { options: pass.make_options(), table: CountTable::new(table_bytes) })
                    .collect(),
                duplicates: part.filter.no_duplicates.then(|| Duplicates::new(for_games / comparing.max(1))),
                recipe: part.clone(),
                wants: false,
                taken: 0,
            })
            .collect();
        let longest = recipe.parts.iter().flat_map(|part| &part.passes).map(|pass| pass.max_ply).max();
        Self {
            parts,
            max_ply: longest.unwrap_or(0) as usize,
            compares: comparing > 0,
            header: GameHeader::default(),
            decided: false,
            wanted: false,
            line: MainLine::default(),
            rest: GameHash::new(&GameHeader::default()),
            stats: None,
            games: 0,
            taken: 0,
            rejected: 0,
            plies: 0,
            filtered: [0; 6],
            problems: Vec::new(),
        }
    }

    /// Counts results instead of moves from the next reading on.
    pub(super) fn count_stats(&mut self, stats: StatsCounter) {
        self.stats = Some(stats);
    }

    /// Returns the counted results.
    pub(super) fn take_stats(&mut self) -> Option<StatsCounter> {
        self.stats.take()
    }

    /// Begins a reading: every reading accepts the same games.
    pub(super) fn begin_reading(&mut self) {
        (self.games, self.taken, self.rejected, self.plies) = (0, 0, 0, 0);
        self.filtered = [0; 6];
        for part in &mut self.parts {
            part.taken = 0;
            if let Some(duplicates) = &mut part.duplicates {
                duplicates.clear();
            }
        }
    }

    /// Returns the share of all keys done in earlier readings, and the share being counted, 0 to 1.
    pub(super) fn range(&self) -> (f64, f64) {
        let Some(table) = self.parts.first().and_then(|part| part.passes.first()).map(|pass| &pass.table)
        else {
            return (0.0, 1.0);
        };
        let width = (-f64::from(table.prefix_bits())).exp2();
        (table.prefix() as f64 * width, width)
    }

    pub(super) fn update(&self, progress: &mut RecipeProgress) {
        progress.games = self.games;
        progress.taken = self.taken;
        progress.rejected = self.rejected;
        progress.plies = self.plies;
        progress.duplicates = self.filtered[FilteredBy::Duplicate as usize];
        progress.filtered = self.filtered.iter().sum();
        progress.moves = self.tables().map(|table| table.len() as u64).sum();
        progress.bytes_used = self.tables().map(CountTable::bytes).sum::<usize>()
            + self
                .parts
                .iter()
                .filter_map(|part| part.duplicates.as_ref())
                .map(Duplicates::bytes)
                .sum::<usize>();
    }

    /// Games taken by each part.
    pub(super) fn taken_by_part(&self) -> Vec<u64> {
        self.parts.iter().map(|part| part.taken).collect()
    }

    /// Games not remembered for lack of memory.
    pub(super) fn unremembered(&self) -> u64 {
        self.parts.iter().filter_map(|part| part.duplicates.as_ref()).map(Duplicates::unremembered).sum()
    }

    fn tables(&self) -> impl Iterator<Item = &CountTable> {
        self.parts.iter().flat_map(|part| &part.passes).map(|pass| &pass.table)
    }

    /// Emits the merged entries of the counted range; returns whether there is another range.
    pub(super) fn finish_range(
        &mut self,
        options: MergeOptions,
        overflows: &mut u64,
        mut emit: impl FnMut(Entry),
    ) -> bool {
        let mut more = false;
        let mut books: Vec<Vec<Vec<u8>>> = Vec::new();
        for part in &mut self.parts {
            let mut drained = Vec::new();
            for pass in &mut part.passes {
                let mut bytes = Vec::new();
                more = pass
                    .table
                    .drain(|count| pass.options.weight(count), |entry| bytes.extend(entry.to_bytes()));
                // The merging needs the memory.
                pass.table.release();
                drained.push(bytes);
            }
            books.push(drained);
        }
        let mut join = |books: Vec<Vec<u8>>| {
            let joined = books.into_iter().reduce(|first, second| {
                let mut merged = Vec::with_capacity(first.len());
                // Reading slices cannot fail, and without checks nothing is rejected.
                let report: Result<MergeReport, _> =
                    merge(&mut first.as_slice(), &mut second.as_slice(), options, |entry| {
                        merged.extend(entry.to_bytes());
                    });
                *overflows += report.map_or(0, |report| report.overflows);
                merged
            });
            joined.unwrap_or_default()
        };
        let parts: Vec<Vec<u8>> = books.into_iter().map(&mut join).collect();
        let book = join(parts);
        tabia_polyglot::entries(&book).for_each(&mut emit);
        more
    }

    /// Checks the header once it is complete.
    fn decide(&mut self) {
        if self.decided {
            return;
        }
        self.decided = true;
        self.wanted = false;
        let mut reason = None;
        for part in &mut self.parts {
            let result = part.recipe.filter.check(&self.header);
            part.wants = result.is_ok();
            self.wanted |= part.wants;
            reason = reason.or(result.err());
        }
        if let (false, Some(reason)) = (self.wanted, reason) {
            self.filtered[reason as usize] += 1;
        }
    }

    /// The game's hash, from its header and all its moves.
    fn hash(&self) -> GameHash {
        let mut hash = GameHash::new(&self.header);
        for &(_, code) in self.line.played() {
            hash.mix(u64::from(code));
        }
        hash.mix_hash(self.rest);
        hash
    }
}

impl GameSink for Counting {
    fn begin(&mut self) {
        self.header.clear();
        self.decided = false;
        self.line.clear();
        self.rest = GameHash::new(&self.header);
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), ProblemKind> {
        check_tag(name, value)?;
        self.header.tag(name, value);
        Ok(())
    }

    #[inline]
    fn san(&mut self, text: &[u8]) -> Result<(), ProblemKind> {
        self.decide();
        if !self.wanted {
            return Ok(());
        }
        if self.line.len() < self.max_ply {
            self.line.read_whole(text)?;
        } else if self.compares {
            // Without the parts that programs write differently.
            for &byte in text.iter().filter(|byte| !b"x+#=:-".contains(byte)) {
                self.rest.mix(u64::from(byte));
            }
        }
        Ok(())
    }

    fn end(&mut self) {
        self.decide();
        self.games += 1;
        if !self.wanted {
            return;
        }
        let hash = self.compares.then(|| self.hash());
        let white_points = match self.header.result {
            GameResult::WhiteWins => 2,
            GameResult::BlackWins => 0,
            GameResult::Draw | GameResult::Unknown => 1,
        };
        let mut taken = false;
        for part in self.parts.iter_mut().filter(|part| part.wants) {
            if let (Some(duplicates), Some(hash)) = (&mut part.duplicates, hash)
                && duplicates.insert(hash)
            {
                continue;
            }
            taken = true;
            part.taken += 1;
            if self.stats.is_some() {
                continue;
            }
            for pass in &mut part.passes {
                let mut color = Color::White;
                for &(key, code) in self.line.played().iter().take(pass.options.max_ply as usize) {
                    let points = if color == Color::White { white_points } else { 2 - white_points };
                    pass.table.count(key, code, color == Color::Black, points);
                    color = !color;
                }
            }
        }
        if !taken {
            self.filtered[FilteredBy::Duplicate as usize] += 1;
            return;
        }
        self.taken += 1;
        self.plies += self.line.len() as u64;
        if let Some(stats) = &mut self.stats {
            stats.count(self.line.played(), self.header.result, self.header.date.map(PartialDate::year));
            return;
        }
        // All tables count the same range of keys.
        let narrowest = self.tables().map(CountTable::prefix_bits).max().unwrap_or(0);
        for pass in self.parts.iter_mut().flat_map(|part| &mut part.passes) {
            pass.table.narrow(narrowest);
        }
    }

    fn reject(&mut self, problem: GameProblem) {
        self.rejected += 1;
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem);
        }
    }
}

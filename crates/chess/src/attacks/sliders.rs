//! Sliders by fancy magic bitboards (Pradyumna Kannan's form of Lasse Hansen's idea,
//! <https://www.chessprogramming.org/Magic_Bitboards>).
//!
//! The occupied squares that matter to a slider, multiplied by a number found by trial, gather in the upper
//! bits of the product and there index a table of attacks. The table (861 kB) is filled once at start, so
//! that it costs nothing in the files that are downloaded; so are those of the lines between squares (64 kB). How the other methods compare is in this crate's
//! README.

use std::cell::UnsafeCell;
use std::sync::Once;

use super::lines::{self, PairTable, bishop_rays, rook_rays};
use crate::{Bitboard, File, Rank, Square};

/// The squares on which a piece matters: the rays without their last squares.
#[derive(Clone, Copy)]
struct Magic {
    /// The squares on which a blocker matters: the rays without their last squares.
    mask: Bitboard,
    factor: u64,
    shift: u32,
    /// Start of this square's part of the table.
    offset: usize,
}

impl Magic {
    #[inline(always)]
    const fn index(&self, occupied: Bitboard) -> usize {
        self.offset + ((occupied.0 & self.mask.0).wrapping_mul(self.factor) >> self.shift) as usize
    }
}

/// All parts of the table: 102,400 entries for rooks, 5,248 for bishops.
const SIZE: usize = 107_648;

static ROOKS: [Magic; 64] = magics(&ROOK_FACTORS, true, 0);
static BISHOPS: [Magic; 64] = magics(&BISHOP_FACTORS, false, 102_400);

const fn magics(factors: &[u64; 64], rook: bool, mut offset: usize) -> [Magic; 64] {
    let mut table = [Magic { mask: Bitboard::EMPTY, factor: 0, shift: 0, offset: 0 }; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        let rays = if rook { rook_rays(square) } else { bishop_rays(square) };
        let mask = Bitboard(rays.0 & !edges(square).0);
        table[index] = Magic { mask, factor: factors[index], shift: 64 - mask.count(), offset };
        offset += 1 << mask.count();
        index += 1;
    }
    table
}

/// The edges of the board that don't contain the square itself: nothing is beyond them.
const fn edges(square: Square) -> Bitboard {
    let files = Bitboard::from_file(File::A).0 | Bitboard::from_file(File::H).0;
    let ranks = Bitboard::from_rank(Rank::First).0 | Bitboard::from_rank(Rank::Eighth).0;
    let own_file = Bitboard::from_file(square.file()).0;
    let own_rank = Bitboard::from_rank(square.rank()).0;
    Bitboard(files & !own_file | ranks & !own_rank)
}

struct Tables {
    attacks: [Bitboard; SIZE],
    between: PairTable,
    line: PairTable,
}

struct SharedTables(UnsafeCell<Tables>);

// SAFETY: the tables are written inside `FILLED.call_once` only, and read only through a `Sliders`, which
// exists only after that call has returned.
unsafe impl Sync for SharedTables {}

static TABLES: SharedTables = SharedTables(UnsafeCell::new(Tables {
    attacks: [Bitboard::EMPTY; SIZE],
    between: [[Bitboard::EMPTY; 64]; 64],
    line: [[Bitboard::EMPTY; 64]; 64],
}));
static FILLED: Once = Once::new();

/// Proof that the tables are filled. Every position carries one: it takes no space, and lookups through it need
/// no check.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sliders(());

impl Sliders {
    /// Fills the tables on the first call, which takes one or two milliseconds.
    #[inline]
    pub fn ready() -> Self {
        FILLED.call_once(|| {
            // SAFETY: `call_once` runs this once, and nothing reads the tables before it has returned.
            let Tables { attacks, between, line } = unsafe { &mut *TABLES.0.get() };
            lines::fill(between, line);
            for square in Square::ALL {
                let between = &between[square.index()];
                fill(attacks, &ROOKS[square.index()], rook_rays(square), between);
                fill(attacks, &BISHOPS[square.index()], bishop_rays(square), between);
            }
        });
        Self(())
    }

    #[inline(always)]
    fn tables(self) -> &'static Tables {
        let Self(()) = self;
        // SAFETY: `self` proves that filling is over, after which nobody writes.
        unsafe { &*TABLES.0.get() }
    }

    #[inline(always)]
    fn attacks(self, magic: &Magic, occupied: Bitboard) -> Bitboard {
        // SAFETY: an index is the offset of a part plus fewer bits than that part has, so it is below `SIZE`; a
        // test goes through all of them.
        unsafe { *self.tables().attacks.get_unchecked(magic.index(occupied)) }
    }

    /// See [`super::between`].
    #[inline(always)]
    pub fn between(self, a: Square, b: Square) -> Bitboard {
        self.tables().between[a.index()][b.index()]
    }

    /// See [`super::line`].
    #[inline(always)]
    pub fn line(self, a: Square, b: Square) -> Bitboard {
        self.tables().line[a.index()][b.index()]
    }

    /// See [`bishop`].
    #[inline(always)]
    pub fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.attacks(&BISHOPS[square.index()], occupied)
    }

    /// See [`rook`].
    #[inline(always)]
    pub fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.attacks(&ROOKS[square.index()], occupied)
    }

    /// See [`queen`].
    #[inline(always)]
    pub fn queen(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.bishop(square, occupied) | self.rook(square, occupied)
    }
}

/// Writes one square's part of the table: the attacks for every subset of its mask.
fn fill(table: &mut [Bitboard; SIZE], magic: &Magic, rays: Bitboard, between: &[Bitboard; 64]) {
    let mut occupied = Bitboard::EMPTY;
    loop {
        table[magic.index(occupied)] = scan(rays, occupied, between);
        // The next subset in the order of binary numbers (the "carry-rippler").
        occupied = Bitboard(occupied.0.wrapping_sub(magic.mask.0)) & magic.mask;
        if occupied.is_empty() {
            return;
        }
    }
}

/// The squares of `rays` with no piece on the squares in `between`, which are those on the way.
fn scan(rays: Bitboard, occupied: Bitboard, between: &[Bitboard; 64]) -> Bitboard {
    rays.into_iter().filter(|&to| (between[to.index()] & occupied).is_empty()).collect()
}

/// The squares strictly between two squares of one rank, file or diagonal; empty for other pairs.
///
/// ```
/// use tabia_chess::{Bitboard, Square, attacks};
///
/// let squares = attacks::between(Square::A1, Square::D4);
/// assert_eq!(squares, Bitboard::from(Square::B2) | Bitboard::from(Square::C3));
/// assert!(attacks::between(Square::A1, Square::B3).is_empty());
/// ```
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    Sliders::ready().between(a, b)
}

/// The whole rank, file or diagonal through two different squares; empty if they share none.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    Sliders::ready().line(a, b)
}

/// The squares a bishop attacks when `occupied` squares stop it; the first occupied square is included.
///
/// ```
/// use tabia_chess::{Bitboard, Square, attacks};
///
/// let attacked = attacks::bishop(Square::A1, Bitboard::from(Square::C3));
/// assert_eq!(attacked, Bitboard::from(Square::B2) | Bitboard::from(Square::C3));
/// ```
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    Sliders::ready().bishop(square, occupied)
}

/// The squares a rook attacks when `occupied` squares stop it; the first occupied square is included.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    Sliders::ready().rook(square, occupied)
}

/// The squares a queen attacks when `occupied` squares stop it; the first occupied square is included.
#[inline]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    Sliders::ready().queen(square, occupied)
}

#[rustfmt::skip]
const ROOK_FACTORS: [u64; 64] = [
    0x2080_0020_8040_0010, 0x00c0_0020_0140_1000, 0x2100_1100_0840_2002, 0x0880_0800_8104_1000,
    0x0200_0200_2004_1008, 0x2300_0400_0801_0012, 0x0c00_2830_0400_8201, 0x0180_0100_0040_7a80,
    0x0168_8000_8040_0020, 0x0010_4000_4020_1000, 0x1001_0020_0100_1048, 0x1001_0024_0810_0100,
    0x0801_0004_0801_0012, 0x4001_0002_0900_0400, 0x08a2_0004_c802_0001, 0x2002_8011_4500_2280,
    0x0080_8600_2100_4200, 0x0010_00c0_0940_2002, 0x00b0_0020_0400_2800, 0x100a_8080_1002_0800,
    0x8101_0100_0800_0410, 0x0244_0080_0200_0480, 0x0000_0400_1081_0208, 0x2000_0200_0044_8534,
    0x4104_4004_8000_8033, 0x0000_8101_0020_4000, 0x0440_4309_0020_0010, 0x4600_2409_0010_0100,
    0x0060_0800_8004_0080, 0x0001_0003_0008_0400, 0x0004_0844_0001_1002, 0x0023_0402_0000_8041,
    0x0580_0500_4300_2080, 0x0400_8040_0280_2008, 0x0001_0020_0100_4010, 0x1000_2009_0100_1000,
    0x4410_8008_0180_0c00, 0xa012_0038_0600_1004, 0x0020_1001_0400_8802, 0x0004_8084_0200_0041,
    0x0010_4001_7089_8000, 0x0080_5000_2000_4004, 0x1040_4080_1202_0020, 0x8010_0400_0800_4040,
    0x2001_0801_0011_0004, 0x0000_0200_0400_8080, 0x0021_0108_1004_0002, 0x0800_008c_4302_0024,
    0x0000_8000_2100_5100, 0x0070_2010_4000_8080, 0x0000_d042_8200_6a00, 0x0010_0144_0008_0240,
    0x0001_0801_1005_0100, 0x0012_0008_1024_0600, 0x0402_0008_0104_0200, 0x0281_0010_8a00_4100,
    0x0050_8003_0010_2045, 0x8208_2100_4012_0882, 0x8010_6001_0118_3441, 0x020b_0009_1000_6045,
    0x0241_0010_0248_0005, 0x0081_0004_0088_0241, 0x0000_0090_0802_4124, 0x0048_1229_8041_0402,
];

#[rustfmt::skip]
const BISHOP_FACTORS: [u64; 64] = [
    0x0848_0208_2204_0013, 0x8010_a400_8582_1200, 0x0008_0084_3084_0822, 0x0808_0481_0804_0000,
    0x1304_0421_0000_8104, 0x5001_0120_1020_4023, 0x8104_8801_b820_0420, 0x200a_0080_8401_2000,
    0x0040_1020_0104_2084, 0x840a_5050_4242_8020, 0x0000_7001_0220_2920, 0x4410_1c0c_1080_0002,
    0x0040_0404_2200_0000, 0x0180_0208_0209_0202, 0x4020_0208_1104_1202, 0x0001_0430_8c04_2000,
    0x4140_6610_0242_4400, 0x0028_0120_0801_0460, 0x0188_0621_0200_2a00, 0x0014_0048_4010_2008,
    0x0105_0002_9040_0002, 0x8001_0222_0041_0400, 0x104a_0419_1801_3446, 0x008a_0000_8200_8238,
    0x04a0_0600_0810_0430, 0x0008_2200_0882_0801, 0x2508_0412_0800_5010, 0x4008_0802_0020_2020,
    0x2441_0010_1300_4000, 0x0030_0080_6040_7000, 0x4008_1080_0042_0800, 0x0012_0210_5029_0100,
    0x0210_0804_8220_0500, 0xcc01_1120_4810_0480, 0x0020_4028_0650_0440, 0x0004_8e00_8058_0080,
    0x0040_1020_2002_0080, 0x0028_0104_4008_0807, 0x4601_0411_0800_8800, 0x8040_810e_0410_4200,
    0x9012_1011_0400_088a, 0xa003_0802_1208_1050, 0x00c1_0040_4840_1004, 0x9000_00a0_1440_0800,
    0x0008_0210_4040_5401, 0x4020_0082_0600_2090, 0x0004_1904_2403_0100, 0x0424_008a_0202_6250,
    0x8004_0882_5090_0040, 0x1c00_4300_88a0_4200, 0x0001_0200_9404_0001, 0x8040_2100_2088_0061,
    0x2010_0404_5044_2032, 0x0800_8408_5004_4001, 0x0004_0408_0214_0004, 0x0004_080a_0422_2020,
    0x8088_8021_1002_2000, 0x1081_a104_1611_4400, 0x0205_010a_2406_0820, 0x0000_0007_2041_1080,
    0x1008_0002_0843_0400, 0x580c_0260_2881_0840, 0x8020_2044_1020_a110, 0x12c0_0224_0102_0018,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_is_in_its_own_part_and_every_entry_is_right() {
        let sliders = Sliders::ready();
        let mut offset = 0;
        for (magics, rays) in [(&ROOKS, rook_rays as fn(Square) -> Bitboard), (&BISHOPS, bishop_rays)] {
            for (square, magic) in Square::ALL.into_iter().zip(magics) {
                assert_eq!(magic.offset, offset);
                let end = offset + (1 << magic.mask.count());
                let mut occupied = Bitboard::EMPTY;
                loop {
                    assert!((offset..end).contains(&magic.index(occupied)));
                    let between = &sliders.tables().between[square.index()];
                    assert_eq!(sliders.attacks(magic, occupied), scan(rays(square), occupied, between));
                    occupied = Bitboard(occupied.0.wrapping_sub(magic.mask.0)) & magic.mask;
                    if occupied.is_empty() {
                        break;
                    }
                }
                offset = end;
            }
        }
        assert_eq!(offset, SIZE);
    }
}

//! Blocks: some thousand sorted entries, packed, with a checksum.
//!
//! The checksum (CRC-32, 4 bytes), the first key (6 bytes of the 48 bits), then for each position: the difference of its key
//! to the one before, times two, and one more if several entries follow, whose number comes next; then for each entry the
//! game (as the difference to the one before, from 0 for each position), the move in two bytes, and the half-moves. Numbers are
//! written in seven bits a byte.

use super::entry::Entry;
use crate::bytes::{Reader, put_varint};

/// Appends a block of sorted entries.
pub(super) fn encode(entries: &[Entry], out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(&[0; 4]);
    let mut key = entries.first().map_or(0, Entry::short_key);
    out.extend_from_slice(&key.to_le_bytes()[..6]);
    for group in entries.chunk_by(|one, other| one.short_key() == other.short_key()) {
        let difference = group[0].short_key() - key;
        key += difference;
        put_varint(out, difference << 1 | u64::from(group.len() > 1));
        if group.len() > 1 {
            put_varint(out, group.len() as u64);
        }
        let mut game = 0;
        for entry in group {
            put_varint(out, u64::from(entry.game - game));
            game = entry.game;
            out.extend_from_slice(&entry.code.to_le_bytes());
            put_varint(out, u64::from(entry.ply.rotate_left(1)));
        }
    }
    let checksum = crc32fast::hash(&out[start + 4..]);
    out[start..start + 4].copy_from_slice(&checksum.to_le_bytes());
}

/// Yields the entries of a block; `None` if it is damaged.
pub(super) fn decode(bytes: &[u8], mut found: impl FnMut(Entry)) -> Option<()> {
    let mut reader = Reader(bytes);
    if reader.u32()? != crc32fast::hash(reader.0) {
        return None;
    }
    let mut key = u64::from(reader.u32()?) | u64::from(reader.u16()?) << 32;
    while !reader.0.is_empty() {
        let head = reader.varint()?;
        key = key.checked_add(head >> 1)?;
        let count = if head & 1 == 1 { reader.varint()? } else { 1 };
        let mut game = 0_u32;
        for _ in 0..count {
            game = game.checked_add(u32::try_from(reader.varint()?).ok()?)?;
            let code = reader.u16()?;
            let ply = u16::try_from(reader.varint()?).ok()?.rotate_right(1);
            found(Entry { key: key << 16, game, code, ply });
        }
    }
    Some(())
}

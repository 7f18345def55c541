//! Animated GIFs of positions.
//!
//! The frames share one palette, and each stores only the area that differs from the previous one. The crate `gif` writes the file; the
//! colours are chosen here, because a quantiser for photographs changes every colour slightly, while a board has few, which should stay
//! exact.

use crate::language::tr;
use gif::{Encoder, Frame, Repeat};
use std::borrow::Cow;
use std::collections::HashMap;

/// Maximum number of frames.
pub const MAX_FRAMES: usize = 600;
/// Maximum file size in bytes; most sites refuse larger pictures.
pub const MAX_BYTES: usize = 15 << 20;

/// Number of colours in a GIF.
const COLORS: usize = 256;

/// Reason why a GIF cannot be created.
#[derive(Debug, thiserror::Error)]
pub enum GifError {
    /// A picture differs in size from the first.
    #[error("{}", tr!("a picture of the game has the wrong size"))]
    Size,
    /// Larger than [`MAX_BYTES`].
    #[error("{}", tr!("the GIF would be larger than {megabytes} MB: choose a smaller size", megabytes = MAX_BYTES >> 20))]
    TooLarge,
    /// Error of the encoder.
    #[error("{}", tr!("the GIF could not be written: {error}", error = _0))]
    Encoder(#[from] gif::EncodingError),
}

/// GIF under construction.
pub struct GifMaker {
    encoder: Encoder<Vec<u8>>,
    width: usize,
    height: usize,
    palette: Palette,
    /// Previous frame, as palette indices; empty before the first.
    before: Vec<u8>,
    bytes: usize,
}

impl GifMaker {
    /// Starts a GIF. Its palette has the most frequent colours of `samples`, pictures in RGBA.
    ///
    /// # Errors
    /// [`GifError`]
    pub fn new(width: u16, height: u16, samples: &[&[u8]]) -> Result<Self, GifError> {
        let palette = Palette::of(samples);
        let mut encoder = Encoder::new(Vec::new(), width, height, &palette.bytes())?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(Self {
            encoder,
            width: width.into(),
            height: height.into(),
            palette,
            before: Vec::new(),
            bytes: 0,
        })
    }

    /// Adds a picture in RGBA, shown for `hundredths` hundredths of a second.
    ///
    /// # Errors
    /// [`GifError`]
    pub fn add(&mut self, rgba: &[u8], hundredths: u16) -> Result<(), GifError> {
        if rgba.len() != self.width * self.height * 4 {
            return Err(GifError::Size);
        }
        let mut last = None;
        let mut index = |pixel: &[u8]| {
            let color = [pixel[0], pixel[1], pixel[2]];
            match last {
                Some((same, index)) if same == color => index,
                _ => last.insert((color, self.palette.index(color))).1,
            }
        };
        let pixels: Vec<u8> = rgba.chunks_exact(4).map(&mut index).collect();
        let area = changed(&self.before, &pixels, self.width).unwrap_or(Area {
            left: 0,
            top: 0,
            width: 1,
            height: 1,
        });
        let mut buffer = Vec::with_capacity(area.width * area.height);
        for row in area.top..area.top + area.height {
            let from = row * self.width + area.left;
            buffer.extend_from_slice(&pixels[from..from + area.width]);
        }
        let frame = Frame {
            delay: hundredths,
            left: area.left as u16,
            top: area.top as u16,
            width: area.width as u16,
            height: area.height as u16,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame)?;
        self.before = pixels;
        self.bytes = self.encoder.get_ref().len();
        if self.bytes > MAX_BYTES { Err(GifError::TooLarge) } else { Ok(()) }
    }

    /// Returns the file.
    ///
    /// # Errors
    /// [`GifError`]
    pub fn finish(self) -> Result<Vec<u8>, GifError> {
        Ok(self.encoder.into_inner()?)
    }
}

/// Area of a picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Area {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

/// Returns the smallest area that contains all differences; `None` if there are none.
fn changed(before: &[u8], now: &[u8], width: usize) -> Option<Area> {
    if before.len() != now.len() {
        return Some(Area { left: 0, top: 0, width, height: now.len() / width.max(1) });
    }
    let rows = before.chunks_exact(width).zip(now.chunks_exact(width)).enumerate();
    let mut area: Option<(usize, usize, usize, usize)> = None;
    for (row, (old, new)) in rows.filter(|(_, (old, new))| old != new) {
        let differs = |(old, new): (&u8, &u8)| old != new;
        let left = old.iter().zip(new).position(differs).unwrap_or(0);
        let right = old.iter().zip(new).rposition(differs).unwrap_or(left);
        let (first, last, min, max) = area.unwrap_or((row, row, left, right));
        area = Some((first, last.max(row), min.min(left), max.max(right)));
    }
    area.map(|(top, bottom, left, right)| Area {
        left,
        top,
        width: right - left + 1,
        height: bottom - top + 1,
    })
}

/// Palette of a GIF.
#[derive(Debug)]
struct Palette {
    colors: Vec<[u8; 3]>,
    /// Palette index of each colour looked up so far.
    known: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// Collects the most frequent colours of pictures in RGBA.
    fn of(samples: &[&[u8]]) -> Self {
        let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
        // Most pixels repeat the previous colour, so look up once per run.
        let mut run = ([0; 3], 0);
        for pixel in samples.iter().flat_map(|sample| sample.chunks_exact(4)) {
            let color = [pixel[0], pixel[1], pixel[2]];
            if color != run.0 {
                *counts.entry(run.0).or_default() += run.1;
                run = (color, 0);
            }
            run.1 += 1;
        }
        *counts.entry(run.0).or_default() += run.1;
        counts.retain(|_, count| *count > 0);
        let mut colors: Vec<_> = counts.into_iter().collect();
        // Make the file deterministic.
        colors.sort_unstable_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
        let mut colors: Vec<_> = colors.into_iter().take(COLORS).map(|(color, _)| color).collect();
        if colors.is_empty() {
            colors.push([0; 3]);
        }
        Self { colors, known: HashMap::new() }
    }

    fn bytes(&self) -> Vec<u8> {
        self.colors.iter().flatten().copied().collect()
    }

    /// Returns the index of the nearest colour.
    fn index(&mut self, color: [u8; 3]) -> u8 {
        let colors = &self.colors;
        *self.known.entry(color).or_insert_with(|| {
            let distance = |other: &[u8; 3]| -> u32 {
                other.iter().zip(color).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
            };
            colors
                .iter()
                .enumerate()
                .min_by_key(|(_, other)| distance(other))
                .map_or(0, |(index, _)| index as u8)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gif::{ColorOutput, DecodeOptions};

    const SIZE: u16 = 8;

    /// Creates a picture of one colour with one different pixel.
    fn picture(color: [u8; 3], at: usize, pixel: [u8; 3]) -> Vec<u8> {
        (0..usize::from(SIZE).pow(2))
            .flat_map(|index| {
                let [r, g, b] = if index == at { pixel } else { color };
                [r, g, b, 255]
            })
            .collect()
    }

    /// Decodes a GIF into its visible frames and their durations.
    fn decode(bytes: &[u8]) -> Vec<(Vec<u8>, u16)> {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes).unwrap();
        let width = usize::from(decoder.width());
        let mut seen = vec![0; width * usize::from(decoder.height()) * 4];
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (row, line) in frame.buffer.chunks_exact(usize::from(frame.width) * 4).enumerate() {
                let from = ((usize::from(frame.top) + row) * width + usize::from(frame.left)) * 4;
                seen[from..from + line.len()].copy_from_slice(line);
            }
            frames.push((seen.clone(), frame.delay));
        }
        frames
    }

    #[test]
    fn frames_come_back_as_they_were() {
        let green = [10, 200, 30];
        let frames = [
            picture(green, 3, [255, 255, 255]),
            picture(green, 60, [0, 0, 0]),
            picture(green, 60, [0, 0, 0]),
            picture(green, 0, [255, 255, 255]),
        ];
        let samples: Vec<&[u8]> = frames.iter().map(Vec::as_slice).collect();
        let mut gif = GifMaker::new(SIZE, SIZE, &samples).unwrap();
        for (frame, delay) in frames.iter().zip([10, 20, 30, 400]) {
            gif.add(frame, delay).unwrap();
        }
        let decoded = decode(&gif.finish().unwrap());
        assert_eq!(decoded.iter().map(|(_, delay)| *delay).collect::<Vec<_>>(), [10, 20, 30, 400]);
        for ((seen, _), frame) in decoded.iter().zip(&frames) {
            assert_eq!(seen, frame);
        }
    }

    #[test]
    fn a_colour_that_is_not_there_becomes_the_nearest() {
        let black = picture([0; 3], 0, [250, 250, 250]);
        let mut gif = GifMaker::new(SIZE, SIZE, &[&black]).unwrap();
        gif.add(&picture([9, 9, 9], 0, [240, 255, 240]), 100).unwrap();
        assert_eq!(decode(&gif.finish().unwrap())[0].0, black);
    }

    #[test]
    fn more_colours_than_a_gif_has_leave_out_the_rare_ones() {
        let many: Vec<u8> =
            (0..2000_u32).flat_map(|i| [(i / 256) as u8 * 30, (i % 256) as u8, 7, 255]).collect();
        let often = [[200, 1, 2, 255].repeat(50), many].concat();
        let palette = Palette::of(&[&often]);
        assert_eq!((palette.colors.len(), palette.colors[0]), (COLORS, [200, 1, 2]));
    }

    #[test]
    fn a_picture_of_another_size_is_refused() {
        let mut gif = GifMaker::new(SIZE, SIZE, &[]).unwrap();
        assert!(matches!(gif.add(&[0; 4], 1), Err(GifError::Size)));
    }

    #[test]
    fn only_what_changed_is_stored() {
        let (width, height) = (8, 8);
        let before = vec![0; width * height];
        let mut now = before.clone();
        now[2 * width + 3] = 1;
        now[4 * width + 6] = 1;
        assert_eq!(changed(&before, &now, width), Some(Area { left: 3, top: 2, width: 4, height: 3 }));
        assert_eq!(changed(&now, &now, width), None);
        assert_eq!(changed(&[], &now, width), Some(Area { left: 0, top: 0, width, height }));
    }
}

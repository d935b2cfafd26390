//! Screenshots, reduced to the mean colours of small blocks.
//!
//! Machines have different fonts, and smooth edges differently. A block's mean hardly depends on
//! that, but a panel that is missing, empty or of the other theme changes many.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::Path;

use anyhow::{Context, bail};

/// The side of a block in pixels. Larger: small parts may be missing. Smaller: words differ by
/// their font.
const BLOCK: usize = 10;
/// The difference of a colour component from which a block counts as another.
const COLOUR: i32 = 40;
/// The share of blocks that may differ: the words of another font.
const SHARE: f64 = 0.06;

/// Pixels of red, green and blue.
#[derive(Debug, PartialEq)]
pub(crate) struct Picture {
    width: usize,
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    pub(crate) fn read(file: &Path) -> anyhow::Result<Self> {
        let opened = File::open(file).with_context(|| format!("{} cannot be read", file.display()))?;
        let mut decoder = png::Decoder::new(BufReader::new(opened));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info()?;
        let mut bytes = vec![0; reader.output_buffer_size().context("the picture is too large")?];
        let info = reader.next_frame(&mut bytes)?;
        let samples = info.color_type.samples();
        if samples < 3 {
            bail!("{} has no colours", file.display());
        }
        let pixels = bytes.chunks_exact(samples).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Ok(Self { width: info.width as usize, pixels })
    }

    pub(crate) fn write(&self, file: &Path) -> anyhow::Result<()> {
        let created = File::create(file).with_context(|| format!("{} cannot be written", file.display()))?;
        let mut encoder = png::Encoder::new(BufWriter::new(created), self.width as u32, self.height() as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.write_header()?.write_image_data(self.pixels.as_flattened())?;
        Ok(())
    }

    fn height(&self) -> usize {
        self.pixels.len() / self.width
    }

    /// One pixel for each whole block: its mean.
    pub(crate) fn reduced(&self) -> Self {
        let (width, height) = (self.width / BLOCK, self.height() / BLOCK);
        let mean = |x: usize, y: usize| {
            let rows = (0..BLOCK).map(|row| (y * BLOCK + row) * self.width + x * BLOCK);
            let all = rows.flat_map(|start| &self.pixels[start..start + BLOCK]);
            let sums = all.fold([0_u32; 3], |sums, pixel| core::array::from_fn(|i| sums[i] + u32::from(pixel[i])));
            sums.map(|sum| (sum / (BLOCK * BLOCK) as u32) as u8)
        };
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| mean(x, y)).collect();
        Self { width, pixels }
    }

    /// How two reduced pictures differ, if by more than fonts do.
    pub(crate) fn differs_from(&self, before: &Self) -> Option<String> {
        if (self.width, self.height()) != (before.width, before.height()) {
            return Some(format!("{} × {} blocks, not {} × {}", self.width, self.height(), before.width, before.height()));
        }
        let far = |(a, b): &(&[u8; 3], &[u8; 3])| a.iter().zip(*b).any(|(a, b)| (i32::from(*a) - i32::from(*b)).abs() > COLOUR);
        let differing = self.pixels.iter().zip(&before.pixels).filter(far).count();
        let share = differing as f64 / self.pixels.len() as f64;
        (share > SHARE).then(|| format!("{:.1} % of the blocks differ, at most {:.0} % may", 100.0 * share, 100.0 * SHARE))
    }
}

#[cfg(test)]
mod tests {
    use super::Picture;

    fn plain(colour: u8) -> Picture {
        Picture { width: 40, pixels: vec![[colour; 3]; 40 * 30] }
    }

    #[test]
    fn a_picture_is_that_of_its_file_and_differs_from_another_theme() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("picture.png");
        let light = plain(250).reduced();
        light.write(&file).unwrap();
        assert_eq!(Picture::read(&file).unwrap(), light);
        assert_eq!((light.width, light.height()), (4, 3));
        assert_eq!(light.differs_from(&plain(240).reduced()), None);
        assert!(light.differs_from(&plain(20).reduced()).is_some());
    }
}

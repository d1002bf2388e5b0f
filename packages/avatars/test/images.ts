import sharp from 'sharp';

/** A square PNG of one colour. */
export function square(colour: string, size = 20): Promise<Buffer> {
  return sharp({ create: { width: size, height: size, channels: 3, background: colour } })
    .png()
    .toBuffer();
}

/** The colour in the middle of an image, as `r,g,b` in steps of 16: webp is not exact. */
export async function colourIn(image: Buffer): Promise<string> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;

  return [...data.subarray(middle, middle + 3)].map((value) => Math.round(value / 16) * 16).join(',');
}

import sharp from 'sharp';
import { webpOptions } from '../webpOptions.ts';
import { invalidSvg } from './invalidSvg.ts';

/**
 * Draws an SVG of `size`×`size` pixels as webp. Only for what `rebuildSvg` has written, in a process that limits end:
 * nothing stops the renderer from inside.
 *
 * @throws AvatarError `avatars.invalid_image` when the renderer cannot read it.
 */
export function rasterizeSvg(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { limitInputPixels: size * size })
    .resize(size, size)
    .webp(webpOptions)
    .toBuffer()
    .catch((error: unknown) => {
      throw invalidSvg('cannot be drawn', error);
    });
}

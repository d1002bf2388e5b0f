import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

export type UploadName = 'photo' | 'drawing' | 'svg';

export interface Upload {
  readonly name: UploadName;
  readonly description: string;
  readonly file: string;
}

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
  <defs><linearGradient id="a" y2="1"><stop stop-color="#0af"/><stop offset="1" stop-color="#03f"/></linearGradient></defs>
  <rect width="512" height="512" rx="96" fill="url(#a)"/>
  <g fill="none" stroke="#fff" stroke-width="12">${Array.from({ length: 40 }, (_, index) => `<path d="M${40 + 11 * index} 80C${index * 12} 200 ${512 - index * 12} 300 ${40 + 11 * index} 432"/>`).join('')}</g>
</svg>`;

/** Writes the files that everybody makes webp of. */
export async function writeUploads(folder: string): Promise<readonly Upload[]> {
  const noise = (side: number) =>
    sharp({
      create: {
        width: side,
        height: side,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    }).blur(4);
  const files = [
    ['photo', 'JPEG of 3000 × 3000 pixels', 'jpg', await noise(3000).jpeg().toBuffer()],
    [
      'drawing',
      'PNG of 1024 × 1024 pixels with alpha',
      'png',
      await noise(1024).ensureAlpha(0.5).png().toBuffer(),
    ],
    ['svg', 'SVG of 40 paths', 'svg', Buffer.from(logo)],
  ] as const;
  return Promise.all(
    files.map(async ([name, description, suffix, bytes]) => {
      const file = join(folder, `${name}.${suffix}`);
      await writeFile(file, bytes);
      return { name, description: `${description}, ${Math.ceil(bytes.length / 1024)} KiB`, file };
    }),
  );
}

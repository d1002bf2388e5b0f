import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { webpOptions } from '../webpOptions.ts';

export interface RasterizerLimits {
  /** Of processor time, all threads together. */
  readonly seconds: number;
  /** Of memory, the whole process. */
  readonly megabytes: number;
}

/** The first argument of this program, as JSON. */
export interface RasterizerSettings extends RasterizerLimits {
  readonly size: number;
}

// A program of its own, started by rasterizeSvg: SVG on its standard input, webp on its standard output.
const { size, seconds, megabytes } = JSON.parse(process.argv[2] ?? '{}') as RasterizerSettings;

setInterval(() => {
  const { user, system } = process.cpuUsage();
  const isOver = user + system > seconds * 1e6 || process.memoryUsage.rss() > megabytes * 1024 * 1024;
  if (isOver) process.kill(process.pid, 'SIGKILL');
}, 5).unref();

sharp.concurrency(1);
const svg = await buffer(process.stdin);
process.stdout.write(
  await sharp(svg, { limitInputPixels: size * size })
    .resize(size, size)
    .webp(webpOptions)
    .toBuffer(),
);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { AvatarError } from '../../errors.ts';
import { invalidSvg } from './invalidSvg.ts';
import type { RasterizerLimits, RasterizerSettings } from './rasterizer.ts';

/** Of each drawing. Without one, the process takes a tenth of a second and 80 megabytes. */
const defaultLimits: RasterizerLimits = { seconds: 3, megabytes: 512 };

/** Milliseconds on the clock for each second of work: the machine may be busy. */
const patience = 10_000;

/** Of the sources, or of the built package. */
const program = fileURLToPath(new URL(`./rasterizer${extname(import.meta.url)}`, import.meta.url));

/** All of the environment that finding libraries and fonts takes; secrets stay here. */
const passedOn =
  /^(?:PATH|HOME|LANG|LC_.*|XDG_.*|FONTCONFIG_.*|LD_LIBRARY_PATH|DYLD_.*|SYSTEMROOT|TEMP|TMP|TMPDIR)$/i;

const atOnce = 2;
const mostWaiting = 20;
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Draws an SVG of `size`×`size` pixels as webp, in a process of its own, two at a time: nothing can stop the renderer
 * from inside, and a drawing that takes too long or too much must not take a thread of the service with it.
 *
 * @throws AvatarError `avatars.invalid_image` when it cannot be drawn within the limits, `avatars.unavailable` when too
 *   many others are waiting.
 */
export async function rasterizeSvg(svg: string, size: number, limits = defaultLimits): Promise<Buffer> {
  if (waiting.length >= mostWaiting) {
    throw new AvatarError(
      'avatars.unavailable',
      'Too many SVG images are being drawn. Try again in a minute.',
    );
  }
  while (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await draw(svg, { size, ...limits });
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function draw(svg: string, settings: RasterizerSettings): Promise<Buffer> {
  const child = spawn(process.execPath, [program, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name))),
    timeout: patience * settings.seconds,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  // The process may be gone before it has read everything; its status says so.
  child.stdin.on('error', () => {});
  child.stdin.end(svg);
  const [image, [status, signal]] = await Promise.all([
    buffer(child.stdout),
    once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
  ]);
  if (status === 0 && image.length > 0) return image;
  if (signal !== null) throw invalidSvg('takes too long or too much memory to draw');
  throw invalidSvg('cannot be drawn');
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { UserId } from '../../Avatar.ts';
import { AvatarError } from '../../errors.ts';
import { Turns } from '../../Turns.ts';
import { identifyImage } from '../identifyImage.ts';
import type { ImageFormat } from '../imageFormats.ts';
import { invalidImage } from '../invalidImage.ts';
import type { NormalizeOptions } from '../normalizeImage.ts';
import { invalidSvg } from '../svg/invalidSvg.ts';
import { type ImageSettings, type Refusal, refused } from './imageSettings.ts';
import type { ProcessLimits } from './limitProcess.ts';

export interface DrawOptions extends NormalizeOptions {
  /** Whose avatar it becomes: users take turns. */
  readonly user: UserId;
}

/** Milliseconds on the clock for each second of processor time: the machine may be busy. */
const patience = 10_000;

/** `.ts` in the sources, where packages are resolved to sources; `.js` in the built package. */
const extension = extname(import.meta.url);
const program = [
  ...(extension === '.ts' ? ['--conditions=@rowhouse/source'] : []),
  fileURLToPath(new URL(`./imageProgram${extension}`, import.meta.url)),
];

/** All of the environment that a quick start, and finding libraries and fonts, takes; secrets stay here. */
const passedOn =
  /^(?:PATH|HOME|LANG|LC_.*|XDG_.*|FONTCONFIG_.*|LD_LIBRARY_PATH|DYLD_.*|SYSTEMROOT|TEMP|TMP|TMPDIR|NODE_COMPILE_CACHE)$/i;

const turns = new Turns({ atOnce: 2 });

/**
 * Runs `normalizeImage` in a process of its own, two at a time: an upload that takes too long or too much must not take
 * the event loop, or a thread that passwords are hashed on, with it.
 *
 * @throws AvatarError as `normalizeImage`; `avatars.invalid_image` also when it takes more than the limits,
 *   `avatars.unavailable` when no process starts.
 */
export async function drawImage(
  upload: Buffer,
  { user, ...options }: DrawOptions,
  process = limitsFor(options),
): Promise<Buffer> {
  const format = identifyImage(upload, options.limits.bytes);

  return turns.run(String(user), () => draw(upload, format, { ...options, process }));
}

/** An image of 40 million pixels takes at most 450 megabytes and 1.5 seconds; starting, 80 megabytes and 0.2 seconds. */
function limitsFor({ limits }: NormalizeOptions): ProcessLimits {
  const scale = Math.max(1, limits.pixels / 40_000_000);

  return { seconds: 5 * scale, megabytes: 512 * scale };
}

async function draw(upload: Buffer, format: ImageFormat, settings: ImageSettings): Promise<Buffer> {
  const child = spawn(process.execPath, [...program, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name))),
    timeout: patience * settings.process.seconds,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  // The process may end before it has read everything; its status says why.
  child.stdin.on('error', () => {});
  child.stdin.end(upload);
  const [output, [status, signal]] = await Promise.all([
    buffer(child.stdout),
    once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
  ]).catch((cause: unknown) => {
    throw unavailable(cause);
  });
  if (status === 0 && output.length > 0) return output;
  if (signal !== null) throw tooCostly(format);
  if (status !== refused) throw unavailable(new Error(`Its exit status is ${status}.`));
  const { message, cause } = JSON.parse(output.toString()) as Refusal;
  throw invalidImage(message, cause === null ? undefined : new Error(cause));
}

function tooCostly(format: ImageFormat): AvatarError {
  const what = 'exceeds the limits of time or memory for drawing';

  return format === 'svg'
    ? invalidSvg(what)
    : invalidImage(`avatar is a ${format.toUpperCase()} file that ${what}. Make it smaller.`);
}

function unavailable(cause: unknown): AvatarError {
  return new AvatarError(
    'avatars.unavailable',
    'Image processing is temporarily unavailable. Try again in a few seconds.',
    { cause },
  );
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { say, Turns } from '@rowhouse/problems';
import { parsedText } from '@rowhouse/problems/internal';
import type { UserId } from '../../Avatars.ts';
import { AvatarError, invalidImage, invalidSvg } from '../../errors.ts';
import type { ImageFormat } from '../imageFormats.ts';
import { identifyImage } from '../imageFormats.ts';
import type { NormalizeOptions } from '../normalizeImage.ts';
import type { ProcessLimits } from './imageProcess.ts';
import { type ImageSettings, type Refusal, refused } from './imageProcess.ts';

interface DrawOptions extends NormalizeOptions {
  /** Owner of the avatar; users take turns. */
  readonly user: UserId;
}

/** Milliseconds of wall-clock time allowed per second of processor time, for busy machines. */
const patience = 10_000;

/** `.ts` when running from sources, `.js` in the built package. */
const extension = extname(import.meta.url);
const program = [
  ...(extension === '.ts' ? ['--conditions=@rowhouse/source'] : []),
  fileURLToPath(new URL(`./imageProgram${extension}`, import.meta.url)),
];

/** Environment variables that the process needs to start and to find libraries and fonts; secrets are not passed. */
const passedVariables =
  /^(?:PATH|HOME|LANG|LC_.*|XDG_.*|FONTCONFIG_.*|LD_LIBRARY_PATH|DYLD_.*|SYSTEMROOT|TEMP|TMP|TMPDIR|NODE_COMPILE_CACHE)$/i;

const turns = new Turns({ atOnce: 2 });

/**
 * Runs `normalizeImage` in a separate process, two at a time, so that an expensive upload blocks neither the event loop
 * nor the thread pool.
 *
 * @throws AvatarError as `normalizeImage`; `avatars.invalid_image` also if it exceeds the limits,
 *   `avatars.unavailable` if the process cannot start.
 */
export async function drawImage(
  upload: Buffer,
  { user, ...options }: DrawOptions,
  process = limitsFor(options),
): Promise<Buffer> {
  const format = identifyImage(upload, options.limits.bytes);

  return turns.run(String(user), () => draw(upload, format, { ...options, process }));
}

/** Measured: at most 450 MB and 1.5 s for 40 million pixels; startup alone takes 80 MB and 0.2 s. */
function limitsFor({ limits }: NormalizeOptions): ProcessLimits {
  const scale = Math.max(1, limits.pixels / 40_000_000);

  return { seconds: 5 * scale, megabytes: 512 * scale };
}

async function draw(upload: Buffer, format: ImageFormat, settings: ImageSettings): Promise<Buffer> {
  const child = spawn(process.execPath, [...program, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => passedVariables.test(name))),
    timeout: patience * settings.process.seconds,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  // The process may exit before it has read the upload; its status tells why.
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
  if (status !== refused) throw unavailable(new Error(`The image process exited with status ${status}.`));
  const { text, cause } = JSON.parse(output.toString()) as Refusal;
  throw invalidImage(parsedText(text), cause === null ? undefined : new Error(cause));
}

function tooCostly(format: ImageFormat): AvatarError {
  const what = say`exceeds the limits of time or memory for drawing`;

  return format === 'svg'
    ? invalidSvg(what)
    : invalidImage(say`avatar is a ${format.toUpperCase()} file that ${what}. Make it smaller.`);
}

function unavailable(cause: unknown): AvatarError {
  return new AvatarError(
    'avatars.unavailable',
    'Image processing is temporarily unavailable. Try again in a few seconds.',
    { cause },
  );
}

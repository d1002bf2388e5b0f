import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A folder on a separate file system, which can be filled. */
export interface SmallDisk {
  readonly folder: string;
  /** Keeps the disk full, also if files are removed in the meantime. */
  fill(): Promise<void>;
  free(): Promise<void>;
  remove(): Promise<void>;
}

const megabytes = 64;
const block = Buffer.alloc(1024 * 1024);

/** Mounts a tmpfs, as root or with a sudo without a password. */
export async function mountSmallDisk(): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-faults-disk-'));
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const options = `size=${megabytes}m,mode=0755,uid=${uid},gid=${gid}`;
  await asRoot('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  const ballast = join(folder, 'ballast');
  let timer: NodeJS.Timeout | undefined;
  let filling = Promise.resolve();

  return {
    folder,
    fill: async () => {
      await fillUp(ballast);
      timer = setInterval(() => {
        filling = filling.then(() => fillUp(ballast));
      }, 100);
    },
    free: async () => {
      clearInterval(timer);
      await filling;
      await rm(ballast, { force: true });
    },
    remove: async () => {
      clearInterval(timer);
      await filling;
      await asRoot('umount', [folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function fillUp(path: string): Promise<void> {
  for (let size = block.length; size >= 1; size = Math.floor(size / 4)) {
    try {
      for (let n = 0; n <= megabytes; n++) await appendFile(path, block.subarray(0, size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}

async function asRoot(command: string, args: readonly string[]): Promise<void> {
  const [program, ...rest] = process.getuid?.() === 0 ? [command, ...args] : ['sudo', '-n', command, ...args];
  await run(program as string, rest).catch((cause: Error) => {
    throw new Error(
      `A disk that can be full is a tmpfs, and ${command} failed: ${cause.message.trim()} Run the faults on Linux as ` +
        'root, or as a user who may use sudo without a password.',
      { cause },
    );
  });
}

import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { createBrotliDecompress } from 'node:zlib';

const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;

/** Makes the folder with the program `chromium`, its `lib`, and `fonts.conf` with `fonts`, unless it is there. */
export async function unpackOnce(archives: string, folder: string): Promise<string> {
  if (await isUnpacked(folder)) return folder;

  await mkdir(dirname(folder), { recursive: true });
  const lock = await takeLock(`${folder}.lock`);
  try {
    if (!(await isUnpacked(folder))) await unpack(archives, folder);
  } finally {
    lock.close();
  }
  return folder;
}

/** The folder gets its name only when it is whole. */
function isUnpacked(folder: string): Promise<boolean> {
  return access(join(folder, 'chromium')).then(
    () => true,
    () => false,
  );
}

/** Waits for its turn. The lock is SQLite's on a file, which ends with the process in whatever way that ends. */
async function takeLock(file: string): Promise<DatabaseSync> {
  // Opening a file that cannot be written gives an error of SQLite's; this one has the system's code.
  await writeFile(file, '', { flag: 'a' });
  for (;;) {
    const lock = new DatabaseSync(file, { timeout: 0 });
    try {
      lock.exec('pragma journal_mode = memory; begin exclusive');
      return lock;
    } catch (error) {
      lock.close();
      const busy = (error as { errcode?: number }).errcode === 5;
      if (!busy) throw error;
    }
    await setTimeout(100);
  }
}

/** Unpacks next to the target and renames, so that an interrupted unpacking is never taken for a complete one. */
async function unpack(archives: string, folder: string): Promise<void> {
  const { extract } = tarExtractor();
  const partial = await mkdtemp(`${folder}.partial-`);
  try {
    const whole = join(partial, 'whole');
    await mkdir(whole);
    await Promise.all([
      decompress(join(archives, 'chromium.br'), createWriteStream(join(whole, 'chromium'), { mode: 0o755 })),
      decompress(join(archives, 'al2023.tar.br'), extract(whole)),
      decompress(join(archives, 'fonts.tar.br'), extract(whole)),
    ]);
    // The package's own settings name folders of another machine.
    await writeFile(join(whole, 'fonts.conf'), fontSettings);
    await rename(whole, folder);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

function decompress(file: string, target: NodeJS.WritableStream): Promise<void> {
  return pipeline(createReadStream(file), createBrotliDecompress(), target);
}

/** A dependency of @sparticuz/chromium, so it is looked up from there. */
function tarExtractor(): { extract: (folder: string) => NodeJS.WritableStream } {
  const theirs = createRequire(createRequire(import.meta.url).resolve('@sparticuz/chromium'));

  return theirs('tar-fs');
}

import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from '@rowhouse/embedded-postgres';
import { createFolder } from '@rowhouse/embedded-postgres/internal';
import { StartError } from '../../base/errors.ts';
import type { Config } from './Config.ts';

/** Creates the data folder with the permissions that the embedded database requires. */
export function createDataDir(dataDir: string): void {
  try {
    createFolder(dataDir);
  } catch (cause) {
    if (!(cause instanceof EmbeddedPostgresError)) throw cause;
    throw new StartError(`${cause.message} ROWHOUSE_DATA_DIR names the data folder.`, { cause });
  }
}

/** The configured secret, or the one in the data folder, which is generated at the first start. */
export async function keepSecret(config: Pick<Config, 'secret' | 'dataDir'>): Promise<string> {
  if (config.secret !== undefined) return config.secret;
  const file = join(config.dataDir, 'secret');
  const kept = await read(file);
  if (kept !== null) return kept;
  createDataDir(config.dataDir);
  const partial = `${file}.${randomBytes(6).toString('hex')}.partial`;
  await writeFile(partial, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  try {
    // Fails if another process was first; its secret is used then.
    await link(partial, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(partial, { force: true });
  }
  return (await read(file)) as string;
}

async function read(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null || text.trim() === '' ? null : text.trim();
}

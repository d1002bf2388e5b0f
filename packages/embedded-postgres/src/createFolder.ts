import { mkdirSync } from 'node:fs';
import { EmbeddedPostgresError } from './EmbeddedPostgresError.ts';

/**
 * Creates a data folder, closed to others. Under root they may pass through without looking, because the server runs as
 * another user; what lies in the folder has modes of its own.
 *
 * @throws EmbeddedPostgresError when the folder cannot be created.
 */
export function createFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The data folder ${folder} cannot be created (${(cause as NodeJS.ErrnoException).code}). Use a folder that can be written.`,
      { cause },
    );
  }
}

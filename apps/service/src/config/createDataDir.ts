import { mkdirSync } from 'node:fs';
import { StartError } from '../StartError.ts';

/**
 * Creates the data folder, closed to others. Under root they may pass through without looking, because the database
 * server runs as another user; what lies in the folder has modes of its own.
 */
export function createDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } catch (cause) {
    throw new StartError(
      `The data folder ${dataDir} cannot be created (${(cause as NodeJS.ErrnoException).code}). ` +
        'Name a folder that can be written with ROWHOUSE_DATA_DIR.',
      { cause },
    );
  }
}

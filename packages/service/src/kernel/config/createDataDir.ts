import { createFolder, EmbeddedPostgresError } from '@rowhouse/embedded-postgres';
import { StartError } from '../StartError.ts';

/** Creates the data folder, as the embedded database needs it. */
export function createDataDir(dataDir: string): void {
  try {
    createFolder(dataDir);
  } catch (cause) {
    if (!(cause instanceof EmbeddedPostgresError)) throw cause;
    throw new StartError(`${cause.message} ROWHOUSE_DATA_DIR names the data folder.`, { cause });
  }
}

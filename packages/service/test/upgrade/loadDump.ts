import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';

/** Runs a dump of pg_dump that has INSERT statements and none of psql's own commands. All of it or nothing. */
export async function loadDump(connectionString: string, file: URL): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(gunzipSync(await readFile(file)).toString());
  } finally {
    await client.end();
  }
}

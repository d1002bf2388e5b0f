import { Client } from 'pg';

/** Creates the database on the embedded server when it is missing, and answers its address. */
export async function ensureDatabase(
  { port, password }: { readonly port: number; readonly password: string },
  name: string,
): Promise<string> {
  const address = (database: string) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  const client = new Client({ connectionString: address('postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      await client.query(`create database ${name}`).catch((error: { code?: string }) => {
        // Two commands at once: the other one created it.
        if (error.code !== '42P04') throw error;
      });
    }
  } finally {
    await client.end();
  }
  return address(name);
}

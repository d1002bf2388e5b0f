import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/**
 * Waits until nobody else is connected to the server: a command that started it must not stop it while another
 * command, which borrowed it, is at work.
 */
export async function untilAlone(url: string, onWait: () => void): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (let told = false; (await othersOf(client)) > 0; told = true) {
      if (!told) onWait();
      await sleep(200);
    }
  } finally {
    await client.end();
  }
}

async function othersOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.others ?? 0;
}

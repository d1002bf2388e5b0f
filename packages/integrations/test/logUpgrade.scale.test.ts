import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, dialects } from '../../../test/databases.ts';
import { upgradeApiLogs } from '../src/log/upgradeApiLogs.ts';
import { createOlderLogs } from './olderLogs.ts';

const program = new URL('./upgradeProcess.ts', import.meta.url).pathname;

describe.each(dialects.filter((dialect) => dialect === 'postgres'))(
  'a million older rows on %s',
  (dialect) => {
    it('are all right after an upgrade that was killed halfway, and run again', async () => {
      const database = await createTestDatabase(dialect);
      const { db } = database;
      await createOlderLogs(database, []);
      await sql`insert into api_logs (id, user_id, route, url, method, status, try, type, duration, created_at, updated_at)
      select 2 * n, n % 50, 'orders.' || n % 9, 'https://example.com/' || n, (array['get', 'post', 'put', 'delete'])[1 + n % 4],
        200 + n % 300, 1 + n % 3, 1 + n % 2, n / 8.0, timestamp '2024-01-01' + n * interval '1 second', timestamp '2024-01-01'
      from generate_series(1, 1000000) n`.execute(db);

      const child = spawn(process.execPath, ['--conditions=@rowhouse/source', program, database.url ?? ''], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      child.on('message', (copied) => {
        if (Number(copied) >= 500_000) child.kill('SIGKILL');
      });
      const [, signal] = await once(child, 'exit');
      expect(signal).toBe('SIGKILL');
      const began = performance.now();
      const { copied } = await upgradeApiLogs(db);
      console.log(`${copied} rows in ${((performance.now() - began) / 1000).toFixed(1)} s after the kill`);
      expect(copied).toBeGreaterThan(400_000);
      expect(copied).toBeLessThan(500_001);

      const { rows } = await sql<{ total: string; right: string; calls: string }>`
      select count(*)::text as total, count(distinct call_id)::text as calls, count(*) filter (where
        l.user_id = n % 50 and route = 'orders.' || n % 9 and url = 'https://example.com/' || n and payload is null
        and method = (array['GET', 'POST', 'PUT', 'DELETE'])[1 + n % 4] and status = 200 + n % 300 and error is null
        and "try" = 1 + n % 3 and direction = (array['Inbound', 'Outbound'])[1 + n % 2] and duration = n / 8.0
        and created_at = timestamptz '2024-01-01 00:00:00Z' + n * interval '1 second'
        and updated_at = timestamptz '2024-01-01 00:00:00Z')::text as right
      from api_logs l full join generate_series(1, 1000000) n on l.id = 2 * n`.execute(db);
      expect(rows).toEqual([{ total: '1000000', right: '1000000', calls: '1000000' }]);
      expect(await upgradeApiLogs(db)).toEqual({ upgraded: false, copied: 0 });
      await database.destroy();
    });
  },
);

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TableJob } from '@rowhouse/table-protocol';
import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { expect } from 'vitest';
import { seedDemo } from '../../../../apps/demo/src/data/seedDemo.ts';
import { startWorkProcess, type WorkProcess } from './runCommand.ts';
import { startTestService, type TestService } from './startTestService.ts';

/** A service whose jobs run in processes that tests kill. */
export interface KillFixture {
  readonly service: TestService;
  startWork(): WorkProcess;
  order(n: number): Promise<TableJob>;
  status(id: string): Promise<string>;
  untilEnded(id: string): Promise<void>;
  /** Lowers heartbeats, so that a killed worker is noticed within a second. */
  noticeSoon(): Promise<void>;
  /** Checks that an export is complete, regardless of how often its workers were killed. */
  expectComplete(id: string): Promise<void>;
  /** Files that no export refers to. */
  orphans(): Promise<string[]>;
  destroy(): Promise<void>;
}

export async function killFixture({
  orders,
  environment = {},
}: {
  readonly orders: number;
  readonly environment?: Record<string, string>;
}): Promise<KillFixture> {
  const queues = JSON.stringify({
    heavy: { heartbeatSeconds: 10, retryDelaySeconds: 1, retryDelayMaxSeconds: 1 },
  });
  const service = await startTestService({
    ROWHOUSE_WORKERS: 'false',
    ROWHOUSE_QUEUES: queues,
    ...environment,
  });
  const { db, url } = service.database;
  await seedDemo(db, { orders });
  const owner = await service.addUser('boss@example.com', 'administrator');
  const headers = { authorization: `Bearer ${(await service.signIn('boss@example.com')).token}` };
  const expected = await db.selectFrom('orders').select('number').orderBy('id').execute();
  const processes = new Set<WorkProcess>();
  const status = async (id: string) =>
    (await db.selectFrom('table_jobs').select('status').where('id', '=', id).executeTakeFirstOrThrow())
      .status;

  return {
    service,
    status,
    startWork: () => {
      const work = startWorkProcess(
        { DATABASE_URL: url, ROWHOUSE_DATA_DIR: service.dataDir, ROWHOUSE_QUEUES: queues },
        { folder: service.dataDir },
      );
      processes.add(work);

      return work;
    },
    order: async (n) => {
      const body = {
        meta: { sort: true },
        columns: [
          { name: 'number', meta: { sort: 'ASC', visible: true } },
          { name: 'note', meta: { visible: true } },
        ],
        params: { n },
      };
      const response = await service.call('/api/orders/exportExcel', { method: 'POST', body, headers });
      expect(response.status).toBe(202);

      return response.body.export as TableJob;
    },
    untilEnded: (id) =>
      expect.poll(() => status(id), { timeout: 60_000, interval: 50 }).not.toMatch(/^(waiting|processing)$/),
    noticeSoon: async () => {
      await sql`update jobs.job set heartbeat_seconds = 1 where heartbeat_seconds > 1`.execute(db);
    },
    expectComplete: async (id) => {
      const row = await db
        .selectFrom('table_jobs')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect([row.status, row.outcome?.code]).toEqual(['finalized', 'export.ready']);
      const stored = await service.files.open(row.file ?? '');
      expect(stored?.size).toBe(Number(row.file_size));
      stored?.stream.destroy();
      const [header, ...rows] = await readSheet(join(service.dataDir, 'files', row.file ?? ''));
      const column = header?.indexOf('Number') ?? -1;
      expect(rows.map((cells) => cells[column]).sort()).toEqual(expected.map(({ number }) => number).sort());
      const notifications = await db
        .selectFrom('notifications')
        .select(['type', 'link_path'])
        .where('user_id', '=', owner)
        .where('key', '=', `export.${id}`)
        .execute();
      expect(notifications).toEqual([
        { type: 'export.finalized', link_path: expect.stringContaining(`/api/exports/${id}/download`) },
      ]);
    },
    orphans: async () => {
      const named = await db.selectFrom('table_jobs').select('file').execute();
      const names = new Set(named.map(({ file }) => file));
      const stored = await service.files.list('exports');
      const partial = await readdir(join(service.dataDir, 'exports')).catch(() => []);

      return [...partial, ...stored.filter((key) => !names.has(key))];
    },
    destroy: async () => {
      for (const { kill } of processes) await kill();
      await service.destroy();
    },
  };
}

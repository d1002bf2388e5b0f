import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../../test/databases.ts';
import { createService } from '../../definition/createService.ts';
import { startTestService } from '../../testing/startTestService.ts';
import type { Database } from '../database/Database.ts';
import { defineModule } from './Module.ts';
import type { ScheduleEntry } from './Schedule.ts';

const entry = (given: Partial<ScheduleEntry<unknown>> = {}): ScheduleEntry<unknown> => ({
  cron: '* * * * *',
  queue: 'heavy',
  run: async () => undefined,
  ...given,
});
const scheduling = (given: Partial<ScheduleEntry<unknown>>, name = 'nightly') =>
  defineModule({ name: 'shop', schedule: { [name]: entry(given) } });

describe('A schedule', () => {
  it.each<[string, ReturnType<typeof scheduling>, string]>([
    [
      'an impossible cron expression',
      scheduling({ cron: '61 * * * *' }),
      'The schedule "nightly" of the module "shop" has the cron expression "61 * * * *", which is not valid.',
    ],
    ['too few fields', scheduling({ cron: '0 3' }), 'has the cron expression "0 3", which is not valid.'],
    ['seconds', scheduling({ cron: '0 0 3 * * *' }), 'which is not valid. Give minute, hour,'],
    [
      'an unknown time zone',
      scheduling({ timeZone: 'Europe/Berln' }),
      'The schedule "nightly" of the module "shop" has the unknown time zone "Europe/Berln".',
    ],
    [
      'an invalid name',
      scheduling({}, 'at night'),
      'The schedule "at night" of the module "shop" needs a name',
    ],
  ])('with %s refuses the start', (_, module, message) => {
    expect(() => createService({ modules: [module] })).toThrow(message);
  });

  it('with an unknown queue refuses the start', async () => {
    await expect(
      startTestService({}, { definition: { modules: [scheduling({ queue: 'hevy' })] } }),
    ).rejects.toThrow(
      'The schedule "nightly" of the module "shop" has the queue "hevy", which is not configured.',
    );
  });

  it('runs once over all workers, and is removed when its module no longer has it', async () => {
    const database = await createTestDatabase<Database>('postgres');
    const url = database.url ?? '';
    const shared = { url, destroy: async () => undefined };
    const stored = async () => {
      const { rows } = await sql<{ key: string; timezone: string }>`
        select key, timezone from jobs.schedule order by key`.execute(database.db);

      return rows;
    };
    const ran: Date[] = [];
    const definition = {
      modules: [
        defineModule({
          name: 'shop',
          schedule: {
            often: entry({ timeZone: 'Asia/Kolkata', run: async () => void ran.push(new Date()) }),
          },
        }),
      ],
    };
    try {
      const services = [
        await startTestService({}, { definition, database: shared }),
        await startTestService({}, { definition, database: shared }),
      ];
      expect(await stored()).toEqual([
        { key: 'notifications.prune', timezone: 'UTC' },
        { key: 'shop.often', timezone: 'Asia/Kolkata' },
      ]);
      await expect.poll(() => ran.length, { timeout: 150_000, interval: 500 }).toBeGreaterThanOrEqual(2);
      for (const service of services) await service.destroy();
      const { rows } = await sql<{ times: number; jobs: number }>`
        select (select count(distinct singleton_on)::int from jobs.job
                where name = '__pgboss__send-it' and data->>'key' = 'shop.often') as times,
               (select count(*)::int from jobs.job where data->>'kind' = 'shop.often') as jobs`.execute(
        database.db,
      );
      const [{ times, jobs } = { times: 0, jobs: 0 }] = rows;
      // A time that came due while the services stopped has no job yet.
      expect([jobs, jobs + 1]).toContain(times);
      expect(ran.length).toBeLessThanOrEqual(jobs);
      const later = await startTestService({}, { definition: { modules: [] }, database: shared });
      expect(await stored()).toEqual([{ key: 'notifications.prune', timezone: 'UTC' }]);
      await later.destroy();
    } finally {
      await database.destroy();
    }
  }, 240_000);
});

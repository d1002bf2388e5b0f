import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorkProcess, type WorkProcess } from '../../testing/runCommand.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';
import definition, { pack } from './killedWorker.fixture.ts';

/** One attempt only, so that the result shows whether a kill uses up an attempt. */
const queues = JSON.stringify({ heavy: { attempts: 1, heartbeatSeconds: 10, retryDelaySeconds: 1 } });

let service: TestService;
const processes: WorkProcess[] = [];
beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_WORKERS: 'false', ROWHOUSE_QUEUES: queues }, { definition });
});
afterAll(async () => {
  for (const { kill } of processes) await kill();
  await service?.destroy();
});

function startWork(): WorkProcess {
  const app = new URL('./killedWorker.fixture.ts', import.meta.url).pathname;
  const { url } = service.database;
  const work = startWorkProcess(
    { DATABASE_URL: url, ROWHOUSE_DATA_DIR: service.dataDir, ROWHOUSE_QUEUES: queues, ROWHOUSE_APP: app },
    { folder: service.dataDir },
  );
  processes.push(work);

  return work;
}

const attemptsAt = async (crate: number) =>
  (
    await sql<{ attempt: number; process: number }>`
      select attempt, process from attempts where crate = ${crate} order by attempt`.execute(
      service.database.db,
    )
  ).rows;
const packed = async (crate: number) =>
  (await sql<{ packed: number }>`select packed from crates where id = ${crate}`.execute(service.database.db))
    .rows[0]?.packed;
const stateOf = async (id: string) =>
  (
    await sql<{ state: string }>`select state::text from jobs.job where id = ${id}`.execute(
      service.database.db,
    )
  ).rows[0]?.state;

describe("A module's job whose worker is killed while running it", () => {
  it('is run by another worker as a new attempt, and done once, if sent with interruptions', async () => {
    const first = startWork();
    const id = await service.jobs.send(pack, { crate: 1 }, { interruptions: 3 });
    await expect.poll(() => attemptsAt(1), { timeout: 60_000 }).toHaveLength(1);
    await first.kill();
    await sql`update jobs.job set heartbeat_seconds = 1 where heartbeat_seconds > 1`.execute(
      service.database.db,
    );
    const second = startWork();
    await expect.poll(() => stateOf(id), { timeout: 60_000 }).toBe('completed');
    expect(await attemptsAt(1)).toEqual([
      { attempt: 1, process: first.child.pid },
      { attempt: 2, process: second.child.pid },
    ]);
    expect(await packed(1)).toBe(1);
    await second.kill();
  });

  it('has used up an attempt without interruptions, and fails after the last one', async () => {
    const first = startWork();
    const id = await service.jobs.send(pack, { crate: 2 });
    await expect.poll(() => attemptsAt(2), { timeout: 60_000 }).toHaveLength(1);
    await first.kill();
    await sql`update jobs.job set heartbeat_seconds = 1 where heartbeat_seconds > 1`.execute(
      service.database.db,
    );
    const second = startWork();
    // Written by `failed`.
    await expect.poll(() => packed(2), { timeout: 60_000 }).toBe(-1);
    expect(await stateOf(id)).toBe('failed');
    expect(await attemptsAt(2)).toHaveLength(1);
    await second.kill();
  });

  it('loses no attempt if a stopping worker requeues it', async () => {
    await sql`update crates set packed = 0`.execute(service.database.db);
    await sql`delete from attempts`.execute(service.database.db);
    const first = startWork();
    await first.started;
    await service.jobs.send(pack, { crate: 1 });
    await expect.poll(() => attemptsAt(1), { timeout: 60_000 }).toHaveLength(1);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    startWork();
    await expect.poll(() => packed(1), { timeout: 60_000 }).toBe(1);
    expect((await attemptsAt(1)).map(({ attempt }) => attempt)).toEqual([1, 2]);
  });
});

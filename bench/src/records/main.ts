import { installChanges } from '@rowhouse/tables';
import { Agent } from 'undici';
import { type Child, startChild } from '../harness/child.ts';
import { inTurns } from '../harness/inTurns.ts';
import { choose, databaseUrl, list, number } from '../harness/options.ts';
import { openKysely, withClient } from '../harness/postgres.ts';
import { digits, tableOf, thousands } from '../harness/report.ts';
import { quantile } from '../harness/statistics.ts';
import { defineSuite } from '../harness/suite.ts';
import { openOrders } from '../orders/openOrders.ts';
import { contenders as all, type Contender } from './contenders.ts';
import { checkContender } from './correctness.ts';
import { change, create, newCustomer } from './requests.ts';

export interface RunningContender {
  readonly contender: Contender;
  readonly process: Child;
}

interface Figures {
  readonly perSecond: number;
  /** Milliseconds at full load. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of processor time of the server for each request. */
  readonly processor: number;
}

/** Customers whose changes are measured; each request changes another one. */
const changedCustomers = 4_000;

/** New and changed records by HTTP: next to INSERT and UPDATE by hand, with the same checks. */
export const suite = defineSuite(
  {
    databaseUrl: databaseUrl(),
    seconds: number(5, 'of full load in each round, for each contender'),
    rounds: number(3, 'rounds in which the contenders take turns'),
    connections: number(16, 'concurrent requests'),
    poolSize: number(10, 'database connections of each contender'),
    only: list('contenders'),
  },
  async ({ seconds, rounds, connections, poolSize, only, ...options }) => {
    const contenders = choose(all, ({ name }) => name, only);
    await using database = await openOrders(options.databaseUrl, 100_000);
    await using processes = new AsyncDisposableStack();
    await prepare(database.url);
    let last = 0;
    const running: RunningContender[] = [];
    for (const contender of contenders) {
      const program = new URL(`./servers/${contender.server}.ts`, import.meta.url);
      const { keeps, prepared } = contender;
      const settings = { databaseUrl: database.url, poolSize, keeps, prepared };
      const target = {
        contender,
        process: processes.use(await startChild(contender.name, program, settings)),
      };
      await checkContender(database.url, target, ++last);
      running.push(target);
    }
    console.log('All responses are right.');

    const expected = new Map<string, number>();
    const writes = {
      create: async (target: RunningContender, agent: Agent) => {
        const { status } = await create(target, newCustomer(++last), agent);
        if (status !== 201) throw new Error(`${target.contender.name}: a new customer had status ${status}.`);
      },
      update: async (target: RunningContender, agent: Agent, turn: number) => {
        const row = 1 + (turn % changedCustomers);
        const seen = expected.get(String(row)) ?? 0;
        expected.set(String(row), seen + 1);
        const values = { name: `Name ${seen + 1}`, company: `Company ${seen + 1}` };
        const before = { name: `Name ${seen}`, company: `Company ${seen}` };
        const { status } = await change(target, { row, values, expected: before }, agent);
        if (status !== 200) throw new Error(`${target.contender.name}: a change had status ${status}.`);
      },
    };
    const runs = (['create', 'update'] as const).flatMap((kind) =>
      running.map((target) => ({ name: `${kind}: ${target.contender.name}`, kind, target })),
    );
    let turn = 0;
    const measured = await inTurns(
      rounds,
      runs,
      ({ kind, target }) =>
        measure(target, { connections, seconds }, (agent) => writes[kind](target, agent, turn++)),
      ({ perSecond, p50, p99, processor }) =>
        `${digits(perSecond)}/s, ${digits(p50)} ms (p99 ${digits(p99)}), ${digits(processor)} ms of processor time`,
    );
    await checkChanges(database.url, expected);

    return {
      title: 'Records',
      about: `Customers of the demo created and changed by HTTP, ${connections} requests at the same time, in one run, side by side.`,
      postgres: database.version,
      notes: [
        'A change writes two fields, and sends what the client has seen of both; each request changes another customer.',
        'Before anything is measured, every contender writes, changes and refuses the same requests, compared with SQL; afterwards the names of the changed customers are.',
        `${poolSize} database connections each; round 0 warms the servers up.`,
      ],
      rounds,
      contenders,
      sections: [
        {
          table: tableOf(measured, [
            { head: 'requests/s', of: ({ perSecond }) => perSecond, write: thousands },
            { head: 'p50 ms', of: ({ p50 }) => p50, write: digits },
            { head: 'p99 ms', of: ({ p99 }) => p99, write: digits },
            { head: 'processor ms', of: ({ processor }) => processor, write: digits },
          ]),
        },
      ],
    };
  },
);

/** Names that changes of the measured customers are compared with. */
async function prepare(url: string): Promise<void> {
  await using db = openKysely<unknown>(url, 1);
  await installChanges(db);
  await withClient(url, async (client) => {
    await client.query(
      'create table if not exists floor_changes (customer integer not null, content jsonb not null)',
    );
    await client.query("update customers set name = 'Name 0', company = 'Company 0' where id <= $1", [
      changedCustomers,
    ]);
    await client.query('vacuum analyze customers');
    const { rows } = await client.query('select from customers where id <= $1', [changedCustomers]);
    if (rows.length !== changedCustomers)
      throw new Error(`The database has only ${rows.length} of the customers.`);
  });
}

/** Requests of all connections until the time is up; each is answered. */
async function measure(
  { process }: RunningContender,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
  sendOne: (agent: Agent) => Promise<void>,
): Promise<Figures> {
  const agent = new Agent({ connections });
  const times: number[] = [];
  const before = await processorTime(process);
  const start = performance.now();
  const end = start + seconds * 1000;
  const sending = async () => {
    while (performance.now() < end) {
      const began = performance.now();
      await sendOne(agent);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: connections }, sending));
  const took = performance.now() - start;
  const processor = ((await processorTime(process)) - before) / times.length;
  await agent.close();

  return {
    perSecond: (1000 * times.length) / took,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    processor,
  };
}

/** Milliseconds since the start of the process. */
async function processorTime(process: Child): Promise<number> {
  const { user, system } = await process.ask<NodeJS.CpuUsage>('processor time');

  return (user + system) / 1000;
}

async function checkChanges(url: string, expected: ReadonlyMap<string, number>): Promise<void> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ id: number; name: string }>('select id, name from customers where id <= $1', [
      changedCustomers,
    ]),
  );
  const wrong = rows.find(({ id, name }) => name !== `Name ${expected.get(String(id)) ?? 0}`);
  if (wrong) throw new Error(`Customer ${wrong.id} is named ${wrong.name}, which is not the last change.`);
}

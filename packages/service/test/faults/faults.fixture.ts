import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RequestKind } from './Ledger.fixture.ts';
import { followJob, requestJob } from './load/loadJobs.fixture.ts';
import { nextAddress, type Stage } from './Stage.fixture.ts';

/** A temporary failure. */
export interface Fault {
  readonly name: string;
  readonly begin: (stage: Stage) => Promise<void>;
  readonly end: (stage: Stage) => Promise<void>;
  /** Kinds of requests that may fail. */
  readonly spoils: 'all' | readonly RequestKind[];
  /** Whether requests in progress may end without a response. */
  readonly cuts?: true;
  /** The first success that shows the recovery. */
  readonly sign: 'table data' | 'avatar uploaded' | 'mail' | 'export' | 'interrupted job';
}

const ofOrders: readonly RequestKind[] = ['table data', 'order read by key', 'action requested'];
const ofFiles: readonly RequestKind[] = ['avatar uploaded', 'avatar shown', 'export downloaded'];

export const databaseStopped: Fault = {
  name: 'database stopped',
  begin: ({ postgres }) => postgres.stop(),
  end: ({ postgres }) => postgres.start(),
  spoils: 'all',
  sign: 'table data',
};

export const mailRefused: Fault = {
  name: 'SMTP answers 421',
  begin: async ({ smtp }) => smtp.refuse('message', 421),
  end: async ({ smtp }) => smtp.refuse('message', null),
  spoils: [],
  sign: 'mail',
};

export const mailDisconnected: Fault = {
  name: 'SMTP refuses connections',
  begin: ({ smtpGateway }) => smtpGateway.close(),
  end: ({ smtpGateway }) => smtpGateway.open(),
  spoils: [],
  sign: 'mail',
};

export const storageUnavailable: Fault = s3Fault('S3 answers 503', {
  begin: async ({ server }) => server.fail('unavailable'),
  end: async ({ server }) => server.fail('nothing'),
});

export const storageSilent: Fault = s3Fault('S3 is silent', {
  begin: async ({ server }) => server.fail('silent'),
  end: async ({ server }) => server.fail('nothing'),
});

export const storageDisconnected: Fault = s3Fault('S3 refuses connections', {
  begin: ({ gateway }) => gateway.close(),
  end: ({ gateway }) => gateway.open(),
});

export const diskFull: Fault = {
  name: 'disk full',
  begin: async ({ disk }) => disk?.fill(),
  end: async ({ disk }) => disk?.free(),
  spoils: ['avatar uploaded'],
  sign: 'export',
};

/** Kills the worker at this index while an export of all orders and an action over four thousand run. */
export function workerKilled(index: number): Fault {
  return {
    name: `worker ${index + 1} killed`,
    begin: async (stage) => {
      const owner = stage.people[index] as Stage['people'][number];
      const jobs = [
        await requestJob(stage, { kind: 'export', owner, search: 'R-' }),
        await requestJob(stage, { kind: 'action', owner, search: '-02' }),
      ];
      for (const job of jobs) if (job !== null) stage.following.push(followJob(stage, job));
      await untilBothRun(stage);
      await stage.workers[index]?.kill();
    },
    end: async (stage) => {
      stage.workers[index] = await stage.startWorker();
    },
    spoils: [],
    sign: 'interrupted job',
  };
}

/** Waits until an export and an action have processed some of their rows. */
async function untilBothRun({ db }: Stage): Promise<void> {
  for (const until = Date.now() + 120_000; Date.now() < until; await wait(10)) {
    const running = await db
      .selectFrom('table_jobs')
      .select('kind')
      .distinct()
      .where('status', '=', 'processing')
      .where('entries', '>', '0')
      .execute();
    if (running.length === 2) return;
  }
}

/** Another transaction locks the orders. Other tables are not affected. */
export function ordersLocked(): Fault {
  const unlock = Promise.withResolvers<void>();
  let locking: Promise<void> | null = null;

  return {
    name: 'orders locked',
    begin: async ({ db }) => {
      const locked = Promise.withResolvers<void>();
      locking = db.transaction().execute(async (transaction) => {
        await sql`lock table orders in access exclusive mode`.execute(transaction);
        locked.resolve();
        await unlock.promise;
      });
      await Promise.race([locked.promise, locking]);
    },
    end: async () => {
      unlock.resolve();
      await locking;
    },
    spoils: ofOrders,
    sign: 'table data',
  };
}

/** Slow searches without results, whose clients disconnect after a second. The database must end them soon. */
export function costlySearches(): Fault {
  const stop = new AbortController();
  let searching: Promise<unknown> = Promise.resolve();
  const search = Array.from({ length: 20 }, (_, n) => `${n}${'.'.repeat(8 - `${n}`.length)}`).join(' ');

  return {
    name: 'costly searches',
    begin: async (stage) => {
      const { headers } = stage.people[0] as Stage['people'][number];
      const one = async () => {
        while (!stop.signal.aborted) {
          await fetch(`${nextAddress(stage)}/api/orders/tableData`, {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify({ meta: { search, forceInfo: true } }),
            signal: AbortSignal.timeout(1_000),
          })
            .then((response) => response.arrayBuffer())
            .catch(() => undefined);
        }
      };
      searching = Promise.all(Array.from({ length: 6 }, one));
    },
    end: async ({ db }) => {
      stop.abort();
      await searching;
      for (let isBusy = true; isBusy; await wait(100)) {
        const { rows } = await sql<{ ages: number | null }>`
          select extract(epoch from max(clock_timestamp() - query_start))::float as ages from pg_stat_activity
          where state = 'active' and query ilike '%ilike%' and pid <> pg_backend_pid()`.execute(db);
        isBusy = rows[0]?.ages !== null;
        if ((rows[0]?.ages ?? 0) > 10) throw new Error('A search continues without a client.');
      }
    },
    spoils: ['table data'],
    sign: 'table data',
  };
}

/** Ends connections of the service, one after the other. */
export function connectionsLost(): Fault {
  const stop = new AbortController();
  let ending: Promise<void> = Promise.resolve();

  return {
    name: 'connections lost',
    begin: async ({ db }) => {
      ending = (async () => {
        while (!stop.signal.aborted) {
          await sql`
            select pg_terminate_backend(pid) from (
              select pid from pg_stat_activity
              where datname = current_database() and application_name like 'rowhouse%' and pid <> pg_backend_pid()
              order by random() limit 1
            ) as one`
            .execute(db)
            .catch(() => undefined);
          await wait(250);
        }
      })();
    },
    end: async () => {
      stop.abort();
      await ending;
    },
    spoils: 'all',
    sign: 'table data',
  };
}

/** Kills the web process at this index. Its requests, and those sent before the balancer notices, are lost. */
export function webKilled(index: number): Fault {
  return {
    name: `web ${index + 1} killed`,
    begin: async ({ webs, addresses, kills }) => {
      await webs[index]?.kill();
      kills.push({ address: addresses[index] ?? '', at: Date.now() });
    },
    end: async (stage) => {
      stage.webs[index] = await stage.startWeb(index);
    },
    spoils: 'all',
    cuts: true,
    sign: 'table data',
  };
}

/** Restarts the web process at this index with SIGTERM: no request may fail. */
export function webRestarted(index: number): Fault {
  return {
    name: `web ${index + 1} restarted`,
    begin: async (stage) => {
      const status = await stage.webs[index]?.stop();
      if (status !== 0) throw new Error(`web ${index + 1} ended with ${status} after SIGTERM`);
      stage.webs[index] = await stage.startWeb(index);
    },
    end: async () => undefined,
    spoils: [],
    sign: 'table data',
  };
}

function s3Fault(
  name: string,
  { begin, end }: Record<'begin' | 'end', (s3: NonNullable<Stage['s3']>) => Promise<void>>,
): Fault {
  const of =
    (change: typeof begin) =>
    async ({ s3 }: Stage) => {
      if (s3 !== null) await change(s3);
    };

  return { name, begin: of(begin), end: of(end), spoils: ofFiles, sign: 'avatar uploaded' };
}

import { setTimeout as wait } from 'node:timers/promises';
import type { RequestKind } from './Ledger.fixture.ts';
import { followJob, orderJob } from './load/orderJob.fixture.ts';
import type { Stage } from './Stage.fixture.ts';

/** Something that goes away and comes back. */
export interface Fault {
  readonly name: string;
  readonly begin: (stage: Stage) => Promise<void>;
  readonly end: (stage: Stage) => Promise<void>;
  /** Requests that it may make fail; `all` of them, or none. */
  readonly spoils: 'all' | readonly RequestKind[];
  /** What is first done again afterwards. */
  readonly sign: 'table data' | 'avatar uploaded' | 'mail' | 'export' | 'interrupted job';
}

const ofFiles: readonly RequestKind[] = ['avatar uploaded', 'avatar shown', 'export downloaded'];

export const databaseAway: Fault = {
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

export const mailAway: Fault = {
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

export const storageAway: Fault = s3Fault('S3 refuses connections', {
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

/** Kills the worker of that place while an export of all orders and an action over four thousand run. */
export function workerKilled(place: number): Fault {
  return {
    name: `worker ${place + 1} killed`,
    begin: async (stage) => {
      const owner = stage.people[place] as Stage['people'][number];
      const jobs = [
        await orderJob(stage, { kind: 'export', owner, search: 'R-' }),
        await orderJob(stage, { kind: 'action', owner, search: '-02' }),
      ];
      for (const job of jobs) if (job !== null) stage.following.push(followJob(stage, job));
      await untilBothRun(stage);
      await stage.workers[place]?.kill();
    },
    end: async (stage) => {
      stage.workers[place] = await stage.startWorker();
    },
    spoils: [],
    sign: 'interrupted job',
  };
}

/** An export and an action have done some of their rows, and not all. */
async function untilBothRun({ db }: Stage): Promise<void> {
  for (const until = Date.now() + 8_000; Date.now() < until; await wait(10)) {
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

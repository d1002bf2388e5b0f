import type { AcceptedJob, Stage } from '../Stage.fixture.ts';
import { followJob, orderJob } from './orderJob.fixture.ts';
import { steadily } from './steadily.fixture.ts';

/** A part of a thousand orders: those whose number ends with this and three more digits. */
export const thousand = (n: number): string => `-${String(n % 20).padStart(3, '0')}`;

const every = { export: 4_000, action: 8_000 } as const;
const mostAtOnce = 10;

/** Exports, or actions over a whole result, of a thousand orders each, followed until they have ended. */
export function loadJobs(stage: Stage, kind: AcceptedJob['kind'], signal: AbortSignal): Promise<void> {
  return steadily(
    every[kind],
    signal,
    async (n) => {
      const owner = stage.people[n % stage.people.length] as Stage['people'][number];
      const format = n % 2 === 0 ? 'xlsx' : 'csv';
      const job = await orderJob(stage, { kind, owner, search: thousand(n), format });
      if (job !== null) await followJob(stage, job);
    },
    mostAtOnce,
  );
}

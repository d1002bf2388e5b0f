import { setTimeout as wait } from 'node:timers/promises';
import { readSheet } from 'read-excel-file/node';
import type { RequestKind } from '../Ledger.fixture.ts';
import { type AcceptedJob, nextAddress, type Person, type Stage } from '../Stage.fixture.ts';
import { steadily } from './loadRequests.fixture.ts';

/** Matches a thousand orders: those whose number ends with this and three more digits. */
export const thousand = (n: number): string => `-${String(n % 20).padStart(3, '0')}`;

const every = { export: 4_000, action: 8_000 } as const;
const mostAtOnce = 10;

/** Exports, or actions over a whole result, of a thousand orders each, polled until they have ended. */
export function loadJobs(stage: Stage, kind: AcceptedJob['kind'], signal: AbortSignal): Promise<void> {
  return steadily(
    every[kind],
    signal,
    async (n) => {
      const owner = stage.people[n % stage.people.length] as Stage['people'][number];
      const format = n % 2 === 0 ? 'xlsx' : 'csv';
      const job = await requestJob(stage, { kind, owner, search: thousand(n), format });
      if (job !== null) await followJob(stage, job);
    },
    mostAtOnce,
  );
}

interface JobRequest {
  readonly kind: AcceptedJob['kind'];
  readonly owner: Person;
  /** A part of the numbers of the orders. */
  readonly search: string;
  readonly format?: 'xlsx' | 'csv';
}

/** How long a job is polled: on a busy machine many wait for the two workers. */
const patience = 900_000;
const pause = 1_500;

/** Requests a job as the page does; null if the request was refused. */
export async function requestJob(stage: Stage, request: JobRequest): Promise<AcceptedJob | null> {
  const { kind, owner, search, format = 'xlsx' } = request;
  const path = kind === 'export' ? `orders/exportExcel?format=${format}` : 'orders/deliver';
  const requested: RequestKind = `${kind} requested`;
  const { status, body } = await stage.ledger.ask(requested, `${nextAddress(stage)}/api/${path}`, {
    method: kind === 'export' ? 'POST' : 'PATCH',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ meta: { search, sort: true }, columns }),
  });
  if (status !== 202) return null;
  const { id } = (kind === 'export' ? body.export : body.job) as { id: string };
  const job: AcceptedJob = { kind, id, owner, search, numbers: null, hasEnded: false };
  stage.jobs.push(job);

  return job;
}

/** Polls the job until it has ended, and downloads its file. */
export async function followJob(stage: Stage, job: AcceptedJob): Promise<void> {
  const { ledger } = stage;
  const { kind, id, owner } = job;
  const { headers } = owner;
  const until = Date.now() + patience;
  for (; Date.now() < until; await wait(pause)) {
    const path = `/api/${kind}s/${id}`;
    const { status, body } = await ledger.ask(`${kind} polled`, `${nextAddress(stage)}${path}`, {
      headers,
    });
    if (status !== 200 || ['waiting', 'processing'].includes(String(body.status))) continue;
    if (typeof body.download === 'string' && job.numbers === null) {
      const file = await ledger.ask('export downloaded', `${nextAddress(stage)}${body.download}`, {
        headers,
      });
      if (file.status !== 200) continue;
      job.numbers = await readNumbers(file.bytes);
    }
    job.hasEnded = true;

    return;
  }
}

const columns = [
  { name: 'number', meta: { sort: 'ASC', visible: true } },
  { name: 'note', meta: { visible: true } },
];

/** The numbers of the orders in an exported workbook or CSV file, in order. */
async function readNumbers(file: Buffer): Promise<string[]> {
  const isWorkbook = file.subarray(0, 2).toString() === 'PK';
  if (!isWorkbook) return file.toString().match(/R-\d{4}-\d{6,}/g) ?? [];
  const [header = [], ...rows] = await readSheet(file);
  const column = header.indexOf('Number');

  return rows.map((cells) => String(cells[column]));
}

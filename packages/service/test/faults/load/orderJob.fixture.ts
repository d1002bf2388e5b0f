import { setTimeout as wait } from 'node:timers/promises';
import type { RequestKind } from '../Ledger.fixture.ts';
import { type AcceptedJob, nextAddress, type Person, type Stage } from '../Stage.fixture.ts';
import { readNumbers } from './readNumbers.fixture.ts';

export interface JobOrder {
  readonly kind: AcceptedJob['kind'];
  readonly owner: Person;
  /** Of the numbers of the orders. */
  readonly search: string;
  readonly format?: 'xlsx' | 'csv';
}

/** How long a job is followed after its order: on a busy machine many wait for the two workers. */
const patience = 900_000;
const pause = 1_500;

/** Orders a job as the page does, and follows it until it has ended; null when the order was refused. */
export async function orderJob(stage: Stage, order: JobOrder): Promise<AcceptedJob | null> {
  const { kind, owner, search, format = 'xlsx' } = order;
  const path = kind === 'export' ? `orders/exportExcel?format=${format}` : 'orders/deliver';
  const ordered: RequestKind = `${kind} ordered`;
  const { status, body } = await stage.ledger.ask(ordered, `${nextAddress(stage)}/api/${path}`, {
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

/** Asks how far it is, and downloads the file, until it has ended and the file is there. */
export async function followJob(stage: Stage, job: AcceptedJob): Promise<void> {
  const { ledger } = stage;
  const { kind, id, owner } = job;
  const { headers } = owner;
  const until = Date.now() + patience;
  for (; Date.now() < until; await wait(pause)) {
    const path = `/api/${kind}s/${id}`;
    const { status, body } = await ledger.ask(`${kind} followed`, `${nextAddress(stage)}${path}`, {
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

import { sql } from 'kysely';
import { jobTexts } from '../../../src/modules/tableJobs/jobOutcome.ts';
import type { TableJobRow } from '../../../src/modules/tableJobs/tableJob.ts';
import type { Stage } from '../Stage.fixture.ts';
import type { Checked } from './checkRequests.fixture.ts';

const remedy = /try again|contact the operator|ask /i;

/** Every accepted export and action has ended with one matching notification. */
export async function checkJobs(stage: Stage): Promise<Checked> {
  const { db, jobs } = stage;
  const rows = await db.selectFrom('table_jobs').selectAll().orderBy('id').execute();
  const notifications = await db.selectFrom('notifications').select(['key', 'type', 'user_id']).execute();
  const findings: string[] = [];
  for (const row of rows) {
    const { id, kind, status, outcome, created_by: owner } = row;
    const message = outcome === null ? '' : jobTexts[outcome.code];
    const name = `${kind} ${id} (${status})`;
    if (status !== 'finalized' && status !== 'failed') findings.push(`${name} has not ended`);
    if (status === 'failed' && !remedy.test(message)) findings.push(`${name} has no remedy: ${message}`);
    const notices = notifications.filter(({ key }) => key === `${kind}.${id}`);
    if (notices.length !== 1 || notices[0]?.type !== `${kind}.${status}` || notices[0].user_id !== owner) {
      findings.push(`${name} was notified as ${JSON.stringify(notices)}`);
    }
  }
  for (const { kind, id, hasEnded, numbers, search } of jobs) {
    const row = rows.find((one) => one.id === id);
    if (row === undefined || !hasEnded) findings.push(`${kind} ${id} was accepted, and its end was not seen`);
    if (kind !== 'export' || row?.status !== 'finalized') continue;
    const expected = await numbersOf(stage, search);
    if (JSON.stringify(numbers) !== JSON.stringify(expected)) {
      findings.push(
        `export ${id} has ${numbers?.length} orders, and not the ${expected.length} it should have`,
      );
    }
  }
  const of = (kind: TableJobRow['kind']) => rows.filter((row) => row.kind === kind);
  const accepted = new Set(jobs.map(({ id }) => id));
  const fact = (kind: TableJobRow['kind'], done: string) => {
    const all = of(kind);
    const failed = all.filter(({ status }) => status === 'failed').length;
    const resumed = all.filter(({ attempt }) => attempt > 1).length;
    const unanswered = all.filter(({ id }) => !accepted.has(id)).length;
    const remark = [
      `${all.length - failed} ${done}`,
      `${failed} failed with a notification`,
      `${resumed} needed more than one attempt`,
      ...(unanswered > 0 ? [`${unanswered} started although the response was 503`] : []),
    ].join(', ');

    return {
      what: `${kind}s accepted`,
      count: all.length,
      lost: findings.filter((text) => text.startsWith(kind)).length,
      remark,
    };
  };

  return { facts: [fact('export', 'complete'), fact('action', 'done')], findings };
}

async function numbersOf({ db }: Stage, search: string): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('number')
    .where('number', 'like', `%${search}%`)
    .orderBy(sql`number collate "C"`)
    .execute();

  return rows.map(({ number }) => number);
}

/** Every mail was received: once, or twice if its process ended before it recorded the delivery. */
export async function checkMails({ db, smtp }: Stage): Promise<Checked> {
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'key', 'mail_status', 'mail_reason'])
    .where('mail_status', 'is not', null)
    .execute();
  const received = new Map<string, number>();
  for (const { parsed } of smtp.mails) {
    const id = /^<notification-(\d+)-/.exec(parsed.messageId ?? '')?.[1] ?? '';
    received.set(id, (received.get(id) ?? 0) + 1);
  }
  const findings = rows.flatMap(({ id, key, mail_status: status, mail_reason: reason }) => [
    ...(status === 'sent' ? [] : [`mail of ${key} is ${status}: ${reason}`]),
    ...(received.has(id) ? [] : [`mail of ${key} was not received`]),
  ]);
  const twice = [...received.values()].filter((times) => times > 1).length;

  return {
    facts: [
      {
        what: 'mails to be sent',
        count: rows.length,
        lost: rows.filter(({ id }) => !received.has(id)).length,
        remark: `${twice} received twice`,
      },
    ],
    findings,
  };
}

import { callFaults } from '@rowhouse/integrations';
import type { CallFaultCode } from '@rowhouse/integrations/internal';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '../../../../../apps/demo/src/data/seedDemo.ts';
import { mailReasons } from '../../modules/notifications/mailReasons.ts';
import { jobTexts } from '../../modules/tableJobs/jobOutcome.ts';
import { tableJobAddress } from '../../modules/tableJobs/tableJob.ts';
import { englishIn } from '../../testing/englishTexts.ts';
import { openEventStream } from '../../testing/openEventStream.ts';
import { startSmtpServer, type TestSmtpServer } from '../../testing/startSmtpServer.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';

/**
 * Walks through exports, actions, mails and calls that fail in the background, in German and Arabic: no English sentence
 * reaches their user in a response, an event or a mail. The browser asks for English; the user's own language wins.
 */
let smtp: TestSmtpServer;
let service: TestService;
let headers: Record<string, string>;
let user: number;
beforeAll(async () => {
  smtp = await startSmtpServer();
  service = await startTestService({
    ROWHOUSE_LANGUAGES: 'en,de,ar',
    ROWHOUSE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    ROWHOUSE_MAIL_FROM: 'desk@example.com',
  });
  await seedDemo(service.database.db, { orders: 60 });
  user = await service.addUser('boss@example.com', 'administrator');
  const { token } = await service.signIn('boss@example.com');
  headers = { authorization: `Bearer ${token}`, 'accept-language': 'en' };
});
afterAll(async () => {
  await service?.destroy();
  await smtp?.stop();
});

interface Job {
  readonly id: string;
  readonly status: string;
  readonly message: string | null;
  readonly failures?: readonly { readonly message: string }[];
}

const send = async (method: string, path: string, body?: unknown) => {
  const response = await service.call(path, { method, headers, ...(body !== undefined && { body }) });
  expect(response.status, response.text).toBeLessThan(300);

  return response.body;
};
const read = async (path: string) => (await send('GET', path)) as unknown as Job;

async function ended(path: string): Promise<Job> {
  await expect.poll(async () => (await read(path)).status).not.toMatch(/^(waiting|processing)$/);

  return read(path);
}

async function speak(language: string): Promise<void> {
  const { db } = service.database;
  await db.updateTable('users').set({ language }).where('id', '=', user).execute();
  await db.deleteFrom('notifications').execute();
  service.users.forget();
}

/** Members of an object that are texts for users, at any depth. */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];

  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'string' && ['title', 'body', 'label', 'message', 'reason', 'error'].includes(name)
      ? [member]
      : textsIn(member),
  );
}

/** A job like another one, with another request, which its worker gets. */
async function repeated(job: string, payload: object): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into table_jobs (kind, table_name, name, action, format, payload, created_by, language, time_zone, status, fingerprint)
    select kind, table_name, name, action, format, ${JSON.stringify(payload)}, created_by, language, time_zone, 'waiting',
      gen_random_uuid()::text
    from table_jobs where id = ${job} returning id::text`.execute(service.database.db);
  const id = rows[0]?.id ?? '';
  await service.jobs.send(tableJobAddress('export', service.config), { record: id });

  return id;
}

const rows = { meta: { start: 0, length: 10 }, columns: [{ name: 'number', meta: { visible: true } }] };

describe.each(['de', 'ar'])('In the language %s', (language) => {
  const isEnglish = englishIn(language);
  const noneIsEnglish = (texts: readonly (string | null | undefined)[]) =>
    expect(texts.filter((text) => typeof text === 'string' && isEnglish(text))).toEqual([]);

  it('exports and actions report their start, end and failure, by event, list and mail', async () => {
    await speak(language);
    const stream = await openEventStream(`${service.address}/api/core/notifications/stream`, headers);
    const before = smtp.mails.length;
    const started = await send('POST', '/api/orders/exportExcel', rows);
    const { id } = started.export as Job;
    const done = await ended(`/api/exports/${id}`);
    const filters = { orders: { nonsense: 1 } };
    const failed = await ended(`/api/exports/${await repeated(id, { ...rows, filters })}`);
    expect([done.status, failed.status]).toEqual(['finalized', 'failed']);
    noneIsEnglish([started.message as string, done.message, failed.message]);
    // Also the fault of the request that is part of the message.
    expect(failed.message).toContain('nonsense');
    await expect.poll(() => smtp.mails.length - before).toBe(2);
    noneIsEnglish(
      smtp.mails
        .slice(before)
        .flatMap(({ parsed: { subject, text = '' } }) => [subject, ...text.split('\n').slice(0, -4)]),
    );
    const list = textsIn(await send('GET', '/api/core/notifications'));
    expect(list.length).toBeGreaterThan(3);
    noneIsEnglish(list);
    const events = stream.events.flatMap(({ data }) => textsIn(data));
    expect(events.length).toBeGreaterThan(2);
    noneIsEnglish(events);
    stream.close();
  }, 120_000);

  it('rows that a template refuses have its message in the language of their user', async () => {
    await speak(language);
    const { db } = service.database;
    await sql`update orders set status = case when id % 2 = 0 then 5 else 6 end where id <= 4`.execute(db);
    const where = { data: 'orders.status', operator: 'anyOf', value: ['5', '6'] };
    const { job } = await send('PATCH', '/api/orders/deliver', { ...rows, where });
    const { failures = [] } = await ended(`/api/actions/${(job as Job).id}`);
    expect(failures.length).toBeGreaterThanOrEqual(4);
    noneIsEnglish(failures.map(({ message }) => message));
    expect(failures.map(({ message }) => message).join('\n')).toMatch(
      language === 'de' ? /^\S+ ist zurückgesandt\.$/m : /مرتجع/,
    );
  });

  it('a row on which an action fails has no English reason', async () => {
    await speak(language);
    const { db } = service.database;
    const { id } = (await send('POST', '/api/orders/exportExcel', rows)).export as Job;
    await ended(`/api/exports/${id}`);
    const run = `run-${language}`;
    const failures = [
      { dtRowId: 1, message: 'The action failed on this row; the log of the application says why.' },
      {
        dtRowId: 2,
        message: 'User 7 does not exist.',
        text: { source: 'User {0} does not exist.', values: [7] },
      },
    ];
    await sql`
      with run as (
        insert into rowhouse_action_runs (id, table_id, action, state, failed, created_at, updated_at)
        values (${run}, 'orders', 'x', 'finished', 2, 0, 0) returning run)
      insert into rowhouse_action_failures (run, position, failure)
      select run, number, failure
      from run, jsonb_array_elements_text(${JSON.stringify(failures.map((failure) => JSON.stringify(failure)))}::jsonb)
        with ordinality as given (failure, number)`.execute(db);
    await sql`update table_jobs set kind = 'action', run = ${run}, failed = 1 where id = ${id}`.execute(db);
    const shown = (await read(`/api/actions/${id}`)).failures ?? [];
    expect(shown.map((failure) => Object.keys(failure))).toEqual([
      ['dtRowId', 'message'],
      ['dtRowId', 'message'],
    ]);
    noneIsEnglish(shown.map(({ message }) => message));
  });

  it('a job has no English message for any way to end', async () => {
    await speak(language);
    const { id } = (await send('POST', '/api/orders/exportExcel', rows)).export as Job;
    await ended(`/api/exports/${id}`);
    const parameters = {
      name: 'x',
      file: 'x',
      rows: 3,
      until: 'x',
      seconds: 3,
      processed: 3,
      failed: 1,
      total: 4,
    };
    const inner = { text: 'The action failed on this row; the log of the application says why.' };
    for (const code of Object.keys(jobTexts)) {
      const outcome = {
        code,
        parameters: { ...parameters, first: inner, message: inner, fault: inner, permission: 'x' },
      };
      await sql`update table_jobs set outcome = ${JSON.stringify(outcome)}, status = 'failed' where id = ${id}`.execute(
        service.database.db,
      );
      const { message } = await read(`/api/exports/${id}`);
      expect(message).not.toBeNull();
      noneIsEnglish([message]);
    }
  }, 120_000);

  it('a mail that is not sent has no English reason', async () => {
    await speak(language);
    const { db } = service.database;
    for (const [reason, texts] of Object.entries(mailReasons)) {
      for (const status of Object.keys(texts)) {
        await db
          .insertInto('notifications')
          .values({
            user_id: user,
            type: 'export.finalized',
            key: `${reason}.${status}`,
            title: 'An export is ready',
            body: '',
            parameters: '{}',
            link_path: null,
            link_label: null,
            in_list: true,
            mail_status: status as 'waiting',
            mail_reason: reason as 'unreachable',
          })
          .execute();
      }
    }
    const list = textsIn(await send('GET', '/api/core/notifications'));
    expect(list.filter((text) => text !== '').length).toBeGreaterThan(Object.keys(mailReasons).length * 2);
    noneIsEnglish(list);
  });

  it('a call that failed has no English reason, and a notification of it neither', async () => {
    await speak(language);
    const { db } = service.database;
    const parameters = { times: 3, status: 404, bytes: 9, encoding: 'x', path: 'x', name: 'x', message: 'x' };
    for (const [index, code] of (Object.keys(callFaults) as CallFaultCode[]).entries()) {
      const call_id = `00000000-0000-4000-8000-${language === 'de' ? '1' : '2'}${String(index).padStart(11, '0')}`;
      await db
        .insertInto('api_logs')
        .values({
          call_id,
          user_id: null,
          route: null,
          url: 'https://courier.example/parcels',
          payload: null,
          method: 'GET',
          status: null,
          error: 'No connection within the time limit.',
          fault: JSON.stringify({ code, parameters }),
          try: 1,
          direction: 'Outbound',
          duration: '5',
          created_at: new Date(),
          updated_at: new Date(),
        })
        .execute();
      const { call } = await send('GET', `/api/system/apiLogs/calls/${call_id}`);
      const { attempts } = call as { attempts: readonly { reason: string | null }[] };
      expect(attempts).toHaveLength(1);
      noneIsEnglish(attempts.map(({ reason }) => reason));
    }
  });
});

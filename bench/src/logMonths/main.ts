import { pruneApiLogs } from '@rowhouse/integrations';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import {
  connect,
  type Database,
  withSearchPath,
} from '../../../packages/service/src/kernel/database/Database.ts';
import { partitionLogs } from '../../../packages/service/src/modules/apiCalls/partitionLogs.ts';
import { pruneLogs } from '../../../packages/service/src/modules/apiCalls/pruneLogs.ts';
import { casesOf } from '../apiLogs/cases.ts';
import { contenders } from '../apiLogs/contenders.ts';
import { checkResponses } from '../apiLogs/correctness.ts';
import { prepareDatabase } from '../apiLogs/database.ts';
import { measureCase } from '../apiLogs/measure.ts';
import { type RunningServer, startServer } from '../apiLogs/startServer.ts';
import { publish } from '../publish.ts';
import { readOptions } from '../readOptions.ts';
import { type PageFigures, type Results, report } from './report.ts';
import { underLoad } from './underLoad.ts';

const usage = `npm run bench -- logMonths --database-url URL [options]
  --database-url URL  two databases are made, named after this one: _plain, filled when it is missing and kept, and _months,
                      a copy of it that is converted and dropped again
  --rows 10000000     calls in the log; 20 GB of disk
  --per-second 200    calls logged meanwhile
  --requests 300      requests of each case to each log
  --out docs/benchmarks-log-months.md`;

const seconds = (since: number) => (performance.now() - since) / 1000;

/** `npm run bench -- logMonths`: converts a log under load, and compares its pages and its retention with a plain one. */
export async function main(args: string[]): Promise<void> {
  const { text, number } = readOptions(args, {
    usage,
    names: ['database-url', 'rows', 'per-second', 'requests', 'out'],
  });
  const base = text('database-url') ?? process.env.DATABASE_URL;
  if (!base) throw new Error(usage);
  const rows = number('rows', 10_000_000);
  const perSecond = number('per-second', 200);
  const requests = number('requests', 300);
  const out = text('out') === '' ? null : (text('out') ?? 'docs/benchmarks-log-months.md');
  const plain = urlOf(base, 'plain');
  const months = urlOf(base, 'months');
  await prepareDatabase(plain, rows);
  await copyDatabase(base, plain, months);
  const { db, close } = connect({ url: months, poolSize: 4, onIdleError: () => undefined });
  try {
    const conversion = await convert(db, months, perSecond);
    console.log(JSON.stringify(conversion, null, 2));
    const pages = await measurePages(plain, months, { rows, after: conversion.after, requests });
    const retention = await measureRetention(plain, db, rows);
    await publish(
      report({
        ...conversion,
        pages,
        retention,
        postgres: await versionOf(db),
        perSecond,
        requests,
      } satisfies Results),
      out,
    );
  } finally {
    await close();
    await dropDatabase(base, months);
  }
}

async function convert(db: Kysely<Database>, url: string, perSecond: number) {
  const before = await stateOf(db);
  const steps: { step: string; at: number }[] = [];
  let took = 0;
  const load = await underLoad(url, perSecond, async () => {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const began = performance.now();
    await partitionLogs(db, {
      signal: new AbortController().signal,
      onStep: (step) => {
        steps.push({ step, at: seconds(began) });
        console.log(`${seconds(began).toFixed(1)} s  ${step}`);
      },
      onWait: () => console.log('waiting for the lock of the retention'),
    });
    took = seconds(began);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
  });
  const after = await stateOf(db);
  const old = await stateOf(db, before.lastId);
  if (after.rows !== before.rows + load.logged - load.refused + load.inserted)
    throw new Error('Rows are missing.');
  if (old.rows !== before.rows || old.digest !== before.digest) throw new Error('Old rows have changed.');

  return { before: before.rows, after: after.rows, took, steps, load };
}

async function versionOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{
    version: string;
  }>`select current_setting('server_version') as version`.execute(db);

  return rows[0]?.version.split(' ')[0] ?? '';
}

/** Rows up to an id, with a digest of what identifies them. */
async function stateOf(db: Kysely<Database>, lastId?: string) {
  const { rows } = await sql<{ rows: string; last: string; digest: string }>`
    select count(*) as rows, max(id) as last,
      sum(hashtextextended(concat_ws(',', id, call_id, created_at, status, duration, route), 0)) as digest
    from api_logs ${lastId === undefined ? sql`` : sql`where id <= ${lastId}`}`.execute(db);
  const [row] = rows;

  return { rows: Number(row?.rows), lastId: row?.last ?? '0', digest: row?.digest ?? '' };
}

interface Sizes {
  readonly rows: number;
  readonly after: number;
  readonly requests: number;
}

/** Both logs take turns, request by request, after every response was compared with plain SQL. */
async function measurePages(
  plain: string,
  months: string,
  { rows, after, requests }: Sizes,
): Promise<PageFigures[]> {
  const [contender] = contenders;
  if (contender === undefined) return [];
  const servers: RunningServer[] = [];
  try {
    servers.push(await startServer(contender, { databaseUrl: plain, rows }, 5));
    servers.push(await startServer(contender, { databaseUrl: months, rows: after }, 5));
    const cases = [await casesOf(plain), await casesOf(months)] as const;
    await checkResponses(plain, cases[0], servers.slice(0, 1));
    await checkResponses(months, cases[1], servers.slice(1));
    console.log('All answers are right.');
    const figures: PageFigures[] = [];
    for (const [index, { title, counted }] of cases[0].entries()) {
      const queriesOf = (size: number) => cases[size === rows ? 0 : 1][index]?.queries ?? [];
      const measured = await measureCase(servers, { ...(counted && { counted }), queriesOf }, requests);
      const of = (size: number) =>
        measured.get(`${size} ${contender.name}`) ?? { p50: Number.NaN, p95: Number.NaN };
      figures.push({ title, plain: of(rows), months: of(after) });
      console.log(title);
    }

    return figures;
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Deletes a twentieth of the plain log, which has to be filled again for another run. */
async function measureRetention(plain: string, months: Kysely<Database>, rows: number) {
  const { db, close } = connect({ url: plain, poolSize: 2, onIdleError: () => undefined });
  try {
    const { rows: limits } = await sql<{ before: Date }>`
      select created_at as before from api_logs order by created_at, id offset ${rows / 20} limit 1`.execute(
      db,
    );
    const began = performance.now();
    const deleted = await pruneApiLogs(db, { before: limits[0]?.before ?? new Date(0) });
    const deleteSeconds = seconds(began);
    const dropping = performance.now();
    // As on the day when all of the first partition is old.
    const { dropped } = await pruneLogs(months, { days: -60, wholeMonths: true });

    return {
      deleted,
      deleteSeconds,
      dropped: dropped.map(({ name }) => name),
      dropSeconds: seconds(dropping),
    };
  } finally {
    await close();
  }
}

function urlOf(base: string, suffix: string): string {
  const url = new URL(base);
  url.pathname = `${url.pathname}_${suffix}`;

  return withSearchPath(url.href, 'rowhouse');
}

async function copyDatabase(base: string, source: string, target: string): Promise<void> {
  const name = (url: string) => new URL(url).pathname.slice(1);
  await dropDatabase(base, target);
  await administer(base, `create database ${name(target)} template ${name(source)}`);
}

async function dropDatabase(base: string, target: string): Promise<void> {
  await administer(base, `drop database if exists ${new URL(target).pathname.slice(1)} with (force)`);
}

async function administer(base: string, statement: string): Promise<void> {
  const url = new URL(base);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

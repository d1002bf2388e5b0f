import { createHash, randomUUID } from 'node:crypto';
import { Text } from '@rowhouse/problems';
import { openJobStatuses } from '@rowhouse/table-protocol/internal';
import type { TableRequest } from '@rowhouse/tables';
import type { ListedRows } from '@rowhouse/tables/internal';
import { type Kysely, sql } from 'kysely';
import { ServiceError } from '../../base/errors.ts';
import type { Grant } from '../../kernel/access/Grant.ts';
import type { User } from '../../kernel/access/User.ts';
import type { Config } from '../../kernel/config/Config.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { actorOf, type HookCalls } from '../../kernel/hooks/createHooks.ts';
import type { Jobs } from '../../kernel/jobs/Jobs.ts';
import type { Translate } from '../../kernel/language/translate.ts';
import { coveredJobs, grantColumns } from './jobGrant.ts';
import { type TableJobRow, tableJobAddress } from './tableJob.ts';

/** Dependencies of starting table jobs. */
export interface TableJobSending {
  readonly db: Kysely<Database>;
  readonly jobs: Jobs;
  /** Signs links to files. */
  readonly secret: string;
  readonly config: Pick<Config, 'tables' | 'exports'>;
  readonly translate: Translate;
  readonly hooks: HookCalls;
}

export interface NewTableJob {
  readonly kind: TableJobRow['kind'];
  readonly table: string;
  readonly name: string;
  readonly action?: string;
  readonly format?: string;
  readonly payload: unknown;
  /** The parsed payload; missing for an import. */
  readonly request?: TableRequest;
  readonly user: Grant & Pick<User, 'language'>;
  /** IANA name. */
  readonly timeZone: string;
  /** For an action: lists its rows under the name of a run. */
  readonly listRows?: (run: string) => Promise<ListedRows>;
}

/** How often the worker of a job may be killed. A job that needs too much memory would otherwise repeat without end. */
const interruptions = 15;

/**
 * Lists the rows of an action, then writes a record and sends its job, in one transaction. While an equal job with the same
 * grant is open, returns that one, with `isNew` false.
 */
export async function startTableJob(
  sending: Omit<TableJobSending, 'secret'>,
  request: NewTableJob,
): Promise<{ row: TableJobRow; isNew: boolean }> {
  const { db, hooks } = sending;
  const { kind, table, action = null, format = null, timeZone, listRows } = request;
  const { language } = request.user;
  await runBeforeHooks(hooks, request);
  // Jobs process all rows, so the page does not matter.
  const {
    start: _start,
    length: _length,
    forceInfo: _info,
    confirmed: _confirmed,
    ...rows
  } = request.request ?? ({} as Partial<TableRequest>);
  const grant = grantColumns(request.user);
  const undo = undoOf(request.payload);
  const parts = [kind, table, action, format, language, timeZone, rows, grant];
  const same = fingerprint(undo === null ? parts : [...parts, undo]);
  const running = await findRunning(db, request.user, same);
  if (running !== undefined) return { row: running, isNew: false };
  const run = listRows ? randomUUID() : null;
  // Not in the transaction below, because the table may be in another database, and needs a connection of its own.
  const listed = run === null ? undefined : await listRows?.(run);
  let isNew = false;
  try {
    const started = await writeOrJoin(sending, request, { same, run, total: listed?.total ?? null });
    ({ isNew } = started);

    return started;
  } finally {
    // One that cannot be removed now is removed later, as those of abandoned runs are.
    if (!isNew) await listed?.discard().catch(() => undefined);
  }
}

/** The change that a job undoes; null for another job. */
export function undoOf(payload: unknown): string | null {
  const { undo } = Object(payload) as { readonly undo?: unknown };

  return typeof undo === 'string' ? undo : null;
}

interface NewRecord {
  readonly same: string;
  readonly run: string | null;
  readonly total: number | null;
}

async function writeOrJoin(
  { db, jobs, config }: Pick<TableJobSending, 'db' | 'jobs' | 'config'>,
  { kind, table, name, action, format, payload, user, timeZone }: NewTableJob,
  { same, run, total }: NewRecord,
): Promise<{ row: TableJobRow; isNew: boolean }> {
  // The equal job may end between the insert and the query.
  for (let attempt = 0; attempt < 5; attempt++) {
    const row = await db.transaction().execute(async (transaction) => {
      const inserted = await transaction
        .insertInto('table_jobs')
        .values({
          kind,
          name,
          run,
          total,
          language: user.language,
          table_name: table,
          action: action ?? null,
          format: format ?? null,
          payload: JSON.stringify(payload ?? null),
          ...grantColumns(user),
          time_zone: timeZone,
          status: 'waiting',
          fingerprint: same,
          file: null,
          outcome: null,
          expires_at: null,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['created_by', 'fingerprint'])
            // Exactly the predicate of the index.
            .where(sql<boolean>`status in ('waiting', 'processing')`)
            .doNothing(),
        )
        .returningAll()
        .executeTakeFirst();
      if (inserted !== undefined) {
        const data = { record: inserted.id };
        // Users take turns: the first job of each user runs before the second of any user.
        const priority = 1 - (await countOpen(transaction, user.id, config.exports.openPerUser));
        const options = { db: transaction, interruptions, priority };
        await jobs.send(tableJobAddress(kind, config), data, options);
      }

      return inserted;
    });
    if (row !== undefined) return { row, isNew: true };
    const running = await findRunning(db, user, same);
    if (running !== undefined) return { row: running, isNew: false };
  }
  throw new ServiceError('service.conflict', 'The same request is being started. Try again in a moment.');
}

/** The open job of an equal request. */
function findRunning(db: Kysely<Database>, caller: Grant, same: string): Promise<TableJobRow | undefined> {
  return coveredJobs(db, caller)
    .where('fingerprint', '=', same)
    .where('status', 'in', openJobStatuses)
    .executeTakeFirst();
}

function runBeforeHooks(
  hooks: HookCalls,
  { kind, table, action = '', format = '', payload, user }: NewTableJob,
): Promise<void> {
  const work = { ...actorOf(user), table, payload, stage: 'request', job: null } as const;

  switch (kind) {
    case 'export':
      return hooks.before('export', { ...work, format });
    case 'import':
      return hooks.before('import', work);
    default:
      return hooks.before('action', { ...work, action, isBackground: true });
  }
}

/** The number of open jobs of a user, including the one just inserted. Throws `service.too_many_requests` above the limit. */
async function countOpen(transaction: Kysely<Database>, owner: number, limit: number): Promise<number> {
  // Locked until the transaction ends, so that concurrent requests cannot exceed the limit together.
  await sql`select pg_advisory_xact_lock(hashtext('rowhouse.table_jobs'), ${owner})`.execute(transaction);
  const { open } = await transaction
    .selectFrom('table_jobs')
    .select((select) => select.fn.countAll<string>().as('open'))
    .where('created_by', '=', owner)
    .where('status', 'in', openJobStatuses)
    .executeTakeFirstOrThrow();
  if (Number(open) <= limit) return Number(open);
  throw new ServiceError(
    'service.too_many_requests',
    new Text(
      'You have {0} {0|export or background action|exports and background actions} waiting or running, which is the limit. Wait for one to end, or cancel one.',
      [limit],
    ),
    { retryAfter: 10 },
  );
}

/** Equal for values that are equal as JSON, regardless of the order of their members. */
export function fingerprint(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('base64url');
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;

    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  });
}

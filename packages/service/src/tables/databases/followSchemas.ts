import { setTimeout } from 'node:timers/promises';
import { schemaFingerprint } from '@rowhouse/tables-dev/internal';
import type { Kysely } from 'kysely';
import { connectDatabase } from './connect/connectDatabase.ts';
import { databaseReport, findDatabase, type IntrospectedDatabase } from './findDatabases.ts';

interface FollowSchemasOptions {
  /** The served databases, as they were read last. */
  readonly current: () => readonly IntrospectedDatabase[];
  /** Seconds between two comparisons; 0: never. */
  readonly seconds: number;
  /** Serves the tables of a database whose schema has changed, which is in `current` then. After a rejection, which is logged, it is called again. */
  readonly onChange: (database: IntrospectedDatabase) => Promise<void>;
  readonly log: (level: 'info' | 'warn', text: string) => void;
}

/**
 * Compares the schema of a database with its served tables, and resolves when its current tables are served. Never rejects. With
 * `pause`, does nothing if it was compared less than that number of seconds ago.
 */
export type CompareSchema = (name: string, options?: { readonly pause?: number }) => Promise<void>;

export interface SchemaFollower {
  /** Before `start`, and for databases that are unavailable, it does nothing. */
  readonly compare: CompareSchema;
  start(): void;
  stop(patience: number): Promise<void>;
}

/** Compares the schemas of served databases with their tables, at an interval and on demand. */
export function followSchemas({ current, seconds, onChange, log }: FollowSchemasOptions): SchemaFollower {
  const stopping = new AbortController();
  const { signal } = stopping;
  const known = new Map<string, FollowedDatabase>();
  let running: Promise<void> | null = null;

  function follow(name: string): FollowedDatabase {
    const followed = known.get(name) ?? { db: null, comparedAt: 0, running: null, next: null, logged: null };
    known.set(name, followed);

    return followed;
  }

  const compare: CompareSchema = async (name, { pause = 0 } = {}) => {
    if (running === null || signal.aborted) return;
    const followed = follow(name);
    if (performance.now() - followed.comparedAt < 1000 * pause) return followed.running ?? undefined;
    // One that is running may have missed a change: the callers share the next one.
    followed.next ??= (followed.running ?? Promise.resolve()).then(async () => {
      followed.running = followed.next;
      followed.next = null;
      followed.comparedAt = performance.now();
      await attempt(name, followed);
      followed.running = null;
    });

    return followed.next;
  };

  /** Logs an equal message once. */
  async function attempt(name: string, followed: FollowedDatabase): Promise<void> {
    try {
      await compareNow(name, followed);
      followed.logged = null;
    } catch (error) {
      const { message } = error as Error;
      if (followed.logged !== message && !signal.aborted) {
        log('warn', `The tables of the database "${name}" stay as they were: ${message}`);
      }
      followed.logged = message;
      await disconnect(followed);
    }
  }

  async function compareNow(name: string, followed: FollowedDatabase): Promise<void> {
    const before = current().find((database) => database.name === name);
    if (before === undefined || before.fault !== null || signal.aborted) return;
    const { address, settings, fingerprint } = before;
    followed.db ??= await connectDatabase({
      ...{ address, writable: false, poolSize: 1, statementSeconds: 60 },
      onIdleError: () => undefined,
    });
    const { schemas } = settings;
    const now = await schemaFingerprint({ db: followed.db, ...(schemas && { schemas }) });
    if (now === fingerprint) return;
    const found = await findDatabase(before);
    if (found.fault !== null) throw new Error(found.fault);
    if (signal.aborted) return;
    await onChange(found);
    log('info', `The schema of the database "${name}" has changed. ${changesOf(before, found).join('\n')}`);
  }

  async function run(): Promise<void> {
    for (;;) {
      await setTimeout(1000 * seconds, undefined, { signal, ref: false });
      await Promise.all(current().map(({ name }) => compare(name)));
    }
  }

  return {
    compare,
    start() {
      if (seconds === 0 || current().length === 0) return;
      running = run().catch((error: unknown) => {
        if (!signal.aborted) log('warn', `Following the schemas of databases stopped: ${String(error)}`);
      });
    },
    async stop(patience) {
      stopping.abort();
      const comparing = [...known.values()].map((followed) => followed.next ?? followed.running);
      await Promise.race([
        Promise.all([running, ...comparing]),
        setTimeout(patience, undefined, { ref: false }),
      ]);
      await Promise.all([...known.values()].map(disconnect));
    },
  };
}

interface FollowedDatabase {
  db: Kysely<unknown> | null;
  /** When the last comparison started, by `performance.now()`. */
  comparedAt: number;
  running: Promise<void> | null;
  next: Promise<void> | null;
  /** The last failure that was logged. */
  logged: string | null;
}

async function disconnect(followed: FollowedDatabase): Promise<void> {
  const { db } = followed;
  followed.db = null;
  // Fails if it was never connected.
  await db?.destroy().catch(() => undefined);
}

/** Lines for the operator: the tables that are new or removed, and what the report did not say before. */
function changesOf(before: IntrospectedDatabase, now: IntrospectedDatabase): string[] {
  const [old, current] = [before, now].map(({ tables }) => tables.map(({ id }) => id));
  const added = current?.filter((id) => !old?.includes(id)) ?? [];
  const removed = old?.filter((id) => !current?.includes(id)) ?? [];
  const [summary = '', ...lines] = databaseReport(now);
  const known = databaseReport(before);

  return [
    summary,
    ...(added.length > 0 ? [`  new: ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`  removed: ${removed.join(', ')}`] : []),
    ...lines.filter((line) => !known.includes(line)),
  ];
}

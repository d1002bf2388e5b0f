import type { TableJob } from '@rowhouse/table-protocol';
import { type Kysely, sql } from 'kysely';
import type { GrantIds } from '../access/Grant.ts';
import type { Database } from '../database/Database.ts';
import type { StoredText } from '../language/translate.ts';
import { eventChunks, eventPayloads } from './eventChunks.ts';
import { keepListening } from './keepListening.ts';
import { listenerBarrier } from './listenerBarrier.ts';

/** An event for the open pages of a user. */
export type UserEvent =
  /**
   * A new or changed notification: a `StoredNotification`, which the stream translates. Without `title`, only the
   * notification `id` (or any, if null) has changed.
   */
  | { readonly event: 'notification'; readonly data: Readonly<Record<string, unknown>> }
  /** Progress of an export or a background action, for those who cover the grant `by` (see `covers`). */
  | { readonly event: 'job'; readonly data: StoredJob; readonly by: GrantIds };

/** A job whose message is not translated yet. */
export interface StoredJob extends Omit<TableJob, 'message'> {
  readonly message: StoredText | null;
}

/** Sends events to the pages of a user, in all processes. Events for disconnected pages are lost. */
export interface EventBus {
  /** With a transaction, the event is sent when that commits. */
  publish(userId: number, event: UserEvent, db?: Kysely<Database>): Promise<void>;
  /** Returns a function that ends the subscription. */
  subscribe(userId: number, listener: (event: UserEvent) => void): () => void;
  /**
   * Calls the listener after each change of users, roles, permissions and API keys and each end of a session, by any
   * process, and when one may have been missed. Triggers of the database send these notifications (migrations 0009 and
   * 0016). Returns a function that unsubscribes.
   */
  onAccessChange(listener: () => void): () => void;
  /**
   * Calls the listener after each transaction that has written to a table with triggers of `installTableEvents`. Returns a
   * function that unsubscribes.
   */
  onTableChange(listener: (table: ChangedTable) => void): () => void;
}

/** A table of the database, by its names there. */
export interface ChangedTable {
  readonly schema: string;
  readonly name: string;
}

const known: readonly UserEvent['event'][] = ['notification', 'job'];

type Payload = { readonly user: number; readonly event: UserEvent } | { readonly table: ChangedTable };

/** Null for other payloads: any program that uses the database may send to the channel. */
function readPayload(payload: string): Payload | null {
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  if (value.changed === 'table') {
    const { schema, name } = value;
    return typeof schema === 'string' && typeof name === 'string' ? { table: { schema, name } } : null;
  }
  if (!Number.isInteger(value.user) || !isObject(value.event)) return null;
  const { event, data } = value.event;
  if (!known.some((name) => name === event) || !isObject(data)) return null;
  const { by } = value.event;
  if (event === 'job' && !isObject(by)) return null;

  return { user: value.user as number, event: { event, data, ...(isObject(by) && { by }) } as UserEvent };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface EventBusOptions {
  readonly db: Kysely<Database>;
  /** Connection URL of the same database, for a separate connection. */
  readonly url: string;
  readonly log: (level: 'info' | 'warn', message: string) => void;
}

export interface OpenEventBus extends EventBus {
  /** Calls the listener with the user of each event, by any process. Returns a function that unsubscribes. */
  onUserEvent(listener: (userId: number) => void): () => void;
  /** Calls the listener when events may have been missed because the connection was lost. Returns a function that unsubscribes. */
  onGap(listener: () => void): () => void;
  /** False while the connection is interrupted and events may be missed. */
  isListening(): boolean;
  /**
   * Resolves when all processes on the database have received the events and access changes committed before, at the latest
   * after a second; never rejects.
   */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export const channel = 'rowhouse_events';
/** The payload that the database triggers send. */
const accessChanged = '{"changed":"access"}';

type Listener = (event: UserEvent) => void;

/**
 * Sends events by LISTEN and NOTIFY of PostgreSQL to all processes on the database, including this one, in commit order.
 */
export async function createEventBus({ db, url, log }: EventBusOptions): Promise<OpenEventBus> {
  const listeners = new Map<number, Set<Listener>>();
  const gapListeners = new Set<() => void>();
  const accessListeners = new Set<() => void>();
  const userListeners = new Set<(userId: number) => void>();
  const tableListeners = new Set<(table: ChangedTable) => void>();
  const attempt = (run: () => void) => {
    try {
      run();
    } catch (error) {
      log('warn', `A listener to events failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const callAll = (called: ReadonlySet<() => void>) => {
    for (const listener of [...called]) attempt(listener);
  };
  const parts = eventChunks();
  const barrier = listenerBarrier({ listening: () => listening, channel });
  const listening = await keepListening({
    url,
    channel,
    log,
    onGap: () => {
      parts.clear();
      callAll(accessListeners);
      callAll(gapListeners);
    },
    onPayload: (payload) => {
      if (payload === accessChanged) return callAll(accessListeners);
      if (barrier.receive(payload)) return;
      const whole = parts.join(payload);
      const read = whole === null ? null : readPayload(whole);
      if (read === null) return;
      if ('table' in read) {
        for (const listener of [...tableListeners]) attempt(() => listener(read.table));
        return;
      }
      for (const listener of [...userListeners]) attempt(() => listener(read.user));
      for (const listener of [...(listeners.get(read.user) ?? [])]) attempt(() => listener(read.event));
    },
  });

  return {
    publish: async (userId, event, database = db) => {
      const payloads = eventPayloads({ user: userId, event });
      await sql`
        select pg_notify(${channel}, payload)
        from unnest(${payloads}::text[]) with ordinality as part (payload, number) order by number`.execute(
        database,
      );
    },
    subscribe: (userId, listener) => {
      // A new function, so that the same listener may subscribe twice.
      const own: Listener = (event) => listener(event);
      const ofUser = listeners.get(userId) ?? new Set();
      listeners.set(userId, ofUser.add(own));

      return () => {
        ofUser.delete(own);
        if (ofUser.size === 0 && listeners.get(userId) === ofUser) listeners.delete(userId);
      };
    },
    onAccessChange: (listener) => listen(accessListeners, listener),
    onUserEvent: (listener) => listen(userListeners, listener),
    onTableChange: (listener) => listen(tableListeners, listener),
    onGap: (listener) => listen(gapListeners, listener),
    isListening: listening.isListening,
    settled: barrier.settled,
    close: async () => {
      accessListeners.clear();
      tableListeners.clear();
      listeners.clear();
      userListeners.clear();
      gapListeners.clear();
      await listening.close();
    },
  };
}

function listen<Called>(listeners: Set<Called>, listener: Called): () => void {
  listeners.add(listener);

  return () => listeners.delete(listener);
}

import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/Database.ts';
import type { EventBus, UserEvent } from './EventBus.ts';
import { eventPayload } from './eventPayload.ts';
import { keepListening } from './keepListening.ts';

const known: readonly UserEvent['event'][] = ['notification', 'job'];

/** Null for what is no event: any program that uses the database may send to the channel. */
function readPayload(payload: string): { readonly user: number; readonly event: UserEvent } | null {
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    return null;
  }
  if (!isObject(value) || !Number.isInteger(value.user) || !isObject(value.event)) return null;
  const { event, data } = value.event;
  if (!known.some((name) => name === event) || !isObject(data)) return null;

  return { user: value.user as number, event: { event, data } as unknown as UserEvent };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export interface EventBusOptions {
  readonly db: Kysely<Database>;
  /** Connection address of the same database, for a connection besides those of `db`. */
  readonly url: string;
  readonly log: (level: 'info' | 'warn', message: string) => void;
}

export interface OpenEventBus extends EventBus {
  /** Calls the listener when events may have been missed, since the database was away. Answers what ends that. */
  onGap(listener: () => void): () => void;
  close(): Promise<void>;
}

const channel = 'rowhouse_events';
/** As the triggers of the database write it. */
const accessChanged = '{"changed":"access"}';

type Listener = (event: UserEvent) => void;

/**
 * Carries events by LISTEN and NOTIFY of PostgreSQL: to all processes on the database, this one included, in the order
 * in which transactions commit.
 */
export async function createEventBus({ db, url, log }: EventBusOptions): Promise<OpenEventBus> {
  const listeners = new Map<number, Set<Listener>>();
  const gapListeners = new Set<() => void>();
  const accessListeners = new Set<() => void>();
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
  const listening = await keepListening({
    url,
    channel,
    log,
    onGap: () => {
      callAll(accessListeners);
      callAll(gapListeners);
    },
    onPayload: (payload) => {
      if (payload === accessChanged) return callAll(accessListeners);
      const read = readPayload(payload);
      if (read === null) return;
      for (const listener of [...(listeners.get(read.user) ?? [])]) attempt(() => listener(read.event));
    },
  });

  return {
    publish: async (userId, event, database = db) => {
      await sql`select pg_notify(${channel}, ${eventPayload(userId, event)})`.execute(database);
    },
    subscribe: (userId, listener) => {
      // One of its own, so that the same function may subscribe twice.
      const own: Listener = (event) => listener(event);
      const ofUser = listeners.get(userId) ?? new Set();
      listeners.set(userId, ofUser.add(own));

      return () => {
        ofUser.delete(own);
        if (ofUser.size === 0 && listeners.get(userId) === ofUser) listeners.delete(userId);
      };
    },
    onAccessChange: (listener) => listen(accessListeners, listener),
    onGap: (listener) => listen(gapListeners, listener),
    close: async () => {
      accessListeners.clear();
      listeners.clear();
      gapListeners.clear();
      await listening.close();
    },
  };
}

function listen(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);

  return () => listeners.delete(listener);
}

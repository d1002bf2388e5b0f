import type { Kysely, Transaction } from 'kysely';
import type { User } from '../access/User.ts';
import type { Database } from '../database/Database.ts';
import type { Actor, HookEvents, Hooks, RecordChange } from './Hooks.ts';

export type HookName = keyof HookEvents;

/** Tells one change, and waits for what modules say of it. */
export type TellChange = (change: Omit<RecordChange, keyof Actor>) => Promise<void>;

/** What built-in code calls where modules may have a say. */
export interface HookCalls {
  /** Asks all; rejects with what the first one throws. */
  before<Name extends HookName>(name: Name, event: HookEvents[Name]['before']): Promise<void>;
  /** Tells all, and never rejects. */
  after<Name extends HookName>(name: Name, event: HookEvents[Name]['after']): Promise<void>;
  /** Makes changes in a transaction, whose end modules are told of once it is there. */
  changing<Result>(
    db: Kysely<Database>,
    by: Pick<User, 'id' | 'impersonatedBy'> | null,
    change: (transaction: Transaction<Database>, tell: TellChange) => Promise<Result>,
  ): Promise<Result>;
}

interface Hooking<Context> {
  readonly name: string;
  readonly hooks?: Hooks<Context>;
}

/** `context` is asked for at each call: it is not complete while modules are opened. */
export function createHooks<Context>(
  modules: readonly Hooking<Context>[],
  context: () => Context,
  log: (level: 'warn', text: string) => void,
): HookCalls {
  const calls: HookCalls = {
    before: async (name, event) => {
      for (const { hooks } of modules) await hooks?.[name]?.before?.(event as never, context());
    },
    after: async (name, event) => {
      for (const { name: module, hooks } of modules) {
        try {
          await hooks?.[name]?.after?.(event as never, context());
        } catch (error) {
          log(
            'warn',
            `The module "${module}" failed after ${name}: ${String((error as Error)?.stack ?? error)}`,
          );
        }
      }
    },
    changing: async (db, by, change) => {
      const told: RecordChange[] = [];
      const actor = actorOf(by);
      const result = await db.transaction().execute((transaction) =>
        change(transaction, async (one) => {
          const event = { ...one, ...actor };
          await calls.before('recordChange', { ...event, db: transaction });
          told.push(event);
        }),
      );
      for (const one of told) await calls.after('recordChange', one);

      return result;
    },
  };

  return calls;
}

/** Where no module is. */
export const noHooks: HookCalls = createHooks(
  [],
  () => null,
  () => undefined,
);

export function actorOf(user: Pick<User, 'id' | 'impersonatedBy'> | null): Actor {
  return { by: user?.id ?? null, impersonatedBy: user?.impersonatedBy ?? null };
}

/** The fields that differ. */
export function changesOf<Fields extends object>(
  before: Partial<Fields>,
  after: Partial<Fields>,
): RecordChange['changes'] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof Fields & string)[];

  return Object.fromEntries(
    names
      .map((name) => [name, { from: before[name] ?? null, to: after[name] ?? null }] as const)
      .filter(([, { from, to }]) => JSON.stringify(from) !== JSON.stringify(to)),
  );
}

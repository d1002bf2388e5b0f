import type { Kysely } from 'kysely';
import type { ActionShop } from './closing.ts';

export interface RestlessClient {
  /** Deleted orders among those that were there at the start. */
  readonly deleted: ReadonlySet<number>;
  readonly changes: number;
  /** Resolves when the last change has been made. */
  stop(): Promise<void>;
}

/**
 * Another client that works on the orders 1 to `size` until it is stopped: creates orders of the status `new`,
 * deletes some, and changes the status of others to and from it.
 */
export function restlessClient(db: Kysely<ActionShop>, size: number): RestlessClient {
  const deleted = new Set<number>();
  let goesOn = true;
  let changes = 0;

  const work = async () => {
    for (let turn = 1; goesOn; turn++) {
      // Scattered over all orders, each met once before any is met again.
      const id = ((turn * 7919) % size) + 1;

      if (turn % 4 === 0) {
        const found = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
        if (found) {
          const created = { ...found, id: size + turn, number: `N-${turn}`, status: 'new' };
          await db.insertInto('orders').values(created).execute();
        }
      } else if (turn % 4 === 1) {
        await db.deleteFrom('orders').where('id', '=', id).execute();
        deleted.add(id);
      } else {
        const status = turn % 4 === 2 ? 'lost' : 'new';
        await db.updateTable('orders').set({ status }).where('id', '=', id).execute();
      }
      changes++;
    }
  };
  const working = work();

  return {
    deleted,
    get changes() {
      return changes;
    },
    async stop() {
      goesOn = false;
      await working;
    },
  };
}

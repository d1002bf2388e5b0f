import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { actionShop, closingTables, takeHandled } from './actionShop.ts';
import { type ActionShop, closing, noting, type ShopAction } from './closing.ts';
import type { LoggedDatabase } from './support.ts';

const size = 40;
const ids = Array.from({ length: size }, (_, index) => index + 1);
const without = (...left: number[]) => ids.filter((id) => !left.includes(id));
const isRow = ({ dtRowId }: { dtRowId: unknown }, ...wanted: number[]) => wanted.includes(Number(dtRowId));

describe.each(dialects)('an action with transactions of its own on %s', (dialect) => {
  let database: LoggedDatabase<ActionShop>;
  let db: Kysely<ActionShop>;

  beforeAll(async () => {
    database = await actionShop(dialect, size);
    db = database.db;
  });

  afterEach(() => takeHandled(db));

  afterAll(() => database.destroy());

  async function run(action: ShopAction) {
    const tables = closingTables(db, closing(action));

    return { summary: await tables.runAction('orders', 'close', {}, null), reported: tables.reported };
  }

  it('may catch an error in a transaction of its own, and continue', async () => {
    const { summary } = await run({
      async row(row, { db: transaction }) {
        await transaction
          .transaction()
          .execute(async (nested) => {
            await nested.insertInto('handled').values({ row_id: -1 }).execute();
            if (!isRow(row, 3)) throw new Error('back');
          })
          .catch(() => undefined);
        await transaction.insertInto('handled').values({ row_id: row.dtRowId }).execute();
      },
    });

    expect(summary).toMatchObject({ processed: size, failed: 0 });
    expect(await takeHandled(db)).toEqual([1, 2, -1, ...ids.slice(2)]);
  });

  it('may have several transactions at the same time, of which one that fails takes nothing of the others along', async () => {
    const { summary } = await run({
      async row({ dtRowId: id }, { db: call }) {
        const written = (row_id: number) => ({ row_id });
        const [kept, undone, plain] = await Promise.allSettled([
          call.transaction().execute(async (nested) => {
            await nested.insertInto('handled').values(written(id)).execute();
            await nested.selectFrom('handled').selectAll().limit(1).execute();
          }),
          call.transaction().execute(async (nested) => {
            await nested.insertInto('handled').values(written(-1)).execute();
            await nested.selectFrom('handled').selectAll().limit(1).execute();
            throw new Error('back');
          }),
          call.insertInto('handled').values(written(id)).execute(),
        ]);
        expect([kept.status, undone.status, plain.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      },
    });

    expect(summary).toMatchObject({ processed: size, failed: 0 });
    expect((await takeHandled(db)).sort((a, b) => a - b)).toEqual(ids.flatMap((id) => [id, id]));
  });

  it('may nest transactions, of which the inner ones are undone alone, and the outer one with the inner', async () => {
    const { summary } = await run({
      async row({ dtRowId: id }, { db: call }) {
        const write = (to: Kysely<ActionShop>, row_id: number) =>
          to.insertInto('handled').values({ row_id }).execute();
        const undone = (work: () => Promise<unknown>) =>
          work().then(
            () => expect.unreachable(),
            (error: Error) => expect(error.message).toBe('back'),
          );
        await call.transaction().execute(async (outer) => {
          await write(outer, id);
          await undone(() =>
            call.transaction().execute(async (inner) => {
              await write(inner, -1);
              await write(outer, -2);
              throw new Error('back');
            }),
          );
          await Promise.all([1, 2].map(() => call.transaction().execute((inner) => write(inner, id))));
          await write(call, id);
        });
        await undone(() =>
          call.transaction().execute(async () => {
            await call.transaction().execute((inner) => write(inner, -3));
            throw new Error('back');
          }),
        );
      },
    });

    expect(summary).toMatchObject({ processed: size, failed: 0 });
    expect(await takeHandled(db)).toEqual(ids.flatMap((id) => [id, id, id, id]));
  });

  it('fails the row if its function does not wait for a transaction', async () => {
    const late: Promise<unknown>[] = [];
    const { summary, reported } = await run(
      noting(async (row, { db: call }) => {
        if (!isRow(row, 7)) return;
        const begun = Promise.withResolvers<void>();
        late.push(
          call.transaction().execute(async (nested) => {
            await nested.insertInto('handled').values({ row_id: -1 }).execute();
            begun.resolve();
            await nested.insertInto('handled').values({ row_id: -2 }).execute();
          }),
        );
        late[0]?.catch(() => undefined);
        await begun.promise;
      }),
    );

    expect(summary).toMatchObject({ processed: size - 1, failed: 1 });
    expect(reported[0]?.cause).toMatchObject({
      message: expect.stringContaining('Await every transaction before the function returns.'),
    });
    await expect(late[0]).rejects.toThrow('after its call ended');
    expect(await takeHandled(db)).toEqual(without(7));
  });
});

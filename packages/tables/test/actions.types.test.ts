import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { defineTable, type TableAction, type TemplateJson } from '../src/index.ts';
import type { Shop } from './shop.ts';

const template: TemplateJson = {
  routePrefix: 'orders',
  columns: [{ label: 'Number', name: 'number', data: 'orders.number' }],
};

const numbers = (db: Kysely<Shop>) =>
  db.selectFrom('orders').select(['orders.id as dtRowId', 'orders.number']);

interface User {
  readonly name: string;
}

describe('the actions of a definition', () => {
  it('receive the rows of its query, its database and its user', () => {
    const orders = defineTable({
      template,
      query: (db: Kysely<Shop>, { user }: { user: User | null }) =>
        numbers(db).where('orders.note', '=', user?.name ?? ''),
      actions: {
        close: {
          row: (row, { db, user }) =>
            db
              .updateTable('orders')
              .set({ status: 'done', note: user?.name ?? null })
              .where('id', '=', row.dtRowId)
              .execute(),
        },
        mark: {
          rows: (rows, { db, fail }) => {
            for (const { dtRowId, number } of rows) if (number === '') fail(dtRowId, 'It has no number.');

            return db
              .updateTable('orders')
              .set({ cents: 0 })
              .where(
                'id',
                'in',
                rows.map(({ dtRowId }) => dtRowId),
              )
              .execute();
          },
          before: ({ request, total }) => request.start + total,
          after: ({ failed }, { runId }) => failed + runId.length,
          message: ({ processed }) => `${processed} marked`,
          onFailure: 'stop',
          chunkSize: 100,
          background: true,
        },
        pay: {
          update: {
            set: { paid: true, note: null, delivered_on: { ifEmpty: { now: true } } },
            refuse: [{ when: { status: ['lost', null] }, message: 'It is lost.' }],
            skip: { paid: { not: null } },
          },
          after: ({ failed }) => failed,
        },
      },
    });

    defineTable({
      template,
      query: numbers,
      actions: {
        // @ts-expect-error the rows have no status
        close: { row: (row) => row.status },
      },
    });
    defineTable({
      template,
      query: numbers,
      actions: {
        // @ts-expect-error there is no such table
        close: { row: (_row, { db }) => db.selectFrom('nothing').selectAll().execute() },
      },
    });
    defineTable({
      template,
      query: numbers,
      actions: {
        // @ts-expect-error a condition is not a value
        close: { update: { set: { note: { not: 1 } } } },
      },
    });
    expect(Object.keys(orders.actions ?? {})).toEqual(['close', 'mark', 'pay']);
  });

  it('have exactly one function for rows', () => {
    const right: TableAction = { row: () => undefined };
    // @ts-expect-error neither
    const none: TableAction = {};
    // @ts-expect-error both
    const both: TableAction = { row: () => undefined, rows: () => undefined };
    // @ts-expect-error both
    const mixed: TableAction = { row: () => undefined, update: { set: {} } };

    expect([right, none, both, mixed]).toHaveLength(4);
  });
});

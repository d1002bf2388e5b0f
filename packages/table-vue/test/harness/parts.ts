import { defineTable, type TableDefinition } from '@rowhouse/tables';
import type { Kysely } from 'kysely';

/** Parts refer to makers by a foreign key, of which no filter and no route lists the options. */
export interface Workshop {
  makers: { id: number; name: string; is_hidden: number };
  parts: { id: number; name: string; maker_id: number | null };
}

export const makerCount = 230;

export async function createWorkshop(db: Kysely<Workshop>): Promise<void> {
  await db.schema
    .createTable('makers')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('is_hidden', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('parts')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('maker_id', 'integer', (column) => column.references('makers.id'))
    .execute();
  const makers = Array.from({ length: makerCount }, (_, index) => {
    const id = index + 1;

    return { id, name: `Maker ${String(id).padStart(3, '0')}`, is_hidden: 0 };
  });
  await db.insertInto('makers').values(makers).execute();
  await db.insertInto('makers').values({ id: 999, name: 'Maker of secrets', is_hidden: 1 }).execute();
  await db
    .insertInto('parts')
    .values([1, 2, 3, 4].map((id) => ({ id, name: `Part ${id}`, maker_id: id === 4 ? null : id * 50 })))
    .execute();
}

const column = (name: string, data: string, ...meta: string[]) => ({ label: name, name, data, meta });

export const workshopTables: readonly TableDefinition[] = [
  defineTable({
    template: {
      routePrefix: 'makers',
      name: 'Makers',
      comparisonOperator: 'ILIKE',
      columns: [column('name', 'makers.name', 'searchable', 'sortable')],
    },
    query: (db: Kysely<Workshop>) =>
      db.selectFrom('makers').where('is_hidden', '=', 0).select(['makers.id as dtRowId', 'makers.name']),
  }),
  defineTable({
    template: {
      routePrefix: 'parts',
      name: 'Parts',
      columns: [
        column('name', 'parts.name'),
        { ...column('maker', 'makers.name', 'editable'), label: 'Maker' },
        { ...column('maker_id', 'parts.maker_id', 'editable'), label: 'Maker number' },
      ],
    },
    query: (db: Kysely<Workshop>) =>
      db
        .selectFrom('parts')
        .leftJoin('makers', 'makers.id', 'parts.maker_id')
        .select(['parts.id as dtRowId', 'parts.name', 'makers.name as maker', 'parts.maker_id']),
    edit: { columns: { maker: { column: 'parts.maker_id' }, maker_id: true } },
  }),
];

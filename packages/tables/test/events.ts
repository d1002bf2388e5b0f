import { type Kysely, sql } from 'kysely';
import { defineTable, type TableDefinition } from '../src/index.ts';

/** A table whose rows come and go, for what is kept of its count. */
export interface Events {
  topics: { id: number };
  events: { id: number; kind: string; topic_id: number | null };
  other: { id: number };
}

export async function createEvents(db: Kysely<Events>): Promise<void> {
  await db.schema
    .createTable('topics')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .execute();
  await db.schema
    .createTable('events')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('kind', 'varchar(20)', (column) => column.notNull())
    .addColumn('topic_id', 'integer')
    .addForeignKeyConstraint('events_topic', ['topic_id'], 'topics', ['id'], (key) => key.onDelete('cascade'))
    .execute();
  await db.schema
    .createTable('other')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .execute();
}

/** Events from `first` on, of kinds a and b by turns. */
export async function addEvents(
  db: Kysely<Events>,
  first: number,
  count: number,
  topic: number | null = null,
) {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: first + index,
    kind: 'ab'[(first + index) % 2] as string,
    topic_id: topic,
  }));

  for (let start = 0; start < count; start += 500) {
    await db
      .insertInto('events')
      .values(rows.slice(start, start + 500))
      .execute();
  }
}

/** A table of events that keeps its count; each row contains the number of events in its snapshot. */
export function eventsTable(routePrefix: string, more: Partial<TableDefinition> = {}): TableDefinition {
  return {
    ...defineTable({
      template: {
        routePrefix,
        cache: true,
        lengthMenu: [5],
        columns: [{ label: 'Kind', name: 'kind', data: 'events.kind', meta: ['filterable'] }],
      },
      query: (db: Kysely<Events>) =>
        db
          .selectFrom('events')
          .select(['events.id as dtRowId', 'events.kind'])
          .select(sql<number>`(select count(*) from events as counted)`.as('alive')),
    }),
    count: { sources: ['events'] },
    ...more,
  };
}

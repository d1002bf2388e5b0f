import { defineTable, installActionRuns } from '@rowhouse/tables';
import { nodeSqlite } from '@rowhouse/tables/testing';
import { type Generated, Kysely, SqliteDialect } from 'kysely';

export interface Database {
  tasks: { id: Generated<number>; title: string; owner: string; done: number };
}

export const tasks = defineTable({
  template: {
    routePrefix: 'tasks',
    name: 'Tasks',
    buttons: [
      'destroy',
      {
        ...{ type: 'global', icon: 'check', class: 'is-info', label: 'Finish' },
        ...{ action: 'ajax', method: 'PATCH', routeSuffix: 'finish' },
      },
    ],
    columns: [
      { label: 'Title', name: 'title', data: 'tasks.title', meta: ['searchable', 'sortable', 'sort:ASC'] },
      { label: 'Owner', name: 'owner', data: 'tasks.owner', meta: ['searchable', 'filterable'] },
      { label: 'Done', name: 'done', data: 'tasks.done', meta: ['boolean'] },
    ],
  },
  query: (db: Kysely<Database>) =>
    db.selectFrom('tasks').select(['tasks.id as dtRowId', 'tasks.title', 'tasks.owner', 'tasks.done']),
  actions: {
    finish: {
      row: ({ dtRowId }, { db }) =>
        db.updateTable('tasks').set({ done: 1 }).where('id', '=', dtRowId).execute(),
    },
  },
});

/** A small database in memory. */
export async function openTasks(): Promise<Kysely<Database>> {
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: nodeSqlite() }) });
  await db.schema
    .createTable('tasks')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('done', 'boolean', (column) => column.notNull())
    .execute();
  await db
    .insertInto('tasks')
    .values([
      { title: 'Water the plants', owner: 'Ada', done: 0 },
      { title: 'Feed the cat', owner: 'Ada', done: 0 },
      { title: 'Mow the lawn', owner: 'Grace', done: 0 },
    ])
    .execute();
  // Stands for a migration.
  await installActionRuns(db);

  return db;
}

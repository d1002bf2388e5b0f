import type { Kysely } from 'kysely';
import type { TestDialect } from '../../../test/databases.ts';
import { createTables, installActionRuns, type TableDefinition, type Tables } from '../src/index.ts';
import type { ActionShop } from './closing.ts';
import { createShop, fillShop, type Shop } from './shop.ts';
import { type LoggedDatabase, loggedDatabase } from './support.ts';

/** A shop with the given number of orders, prepared for actions. */
export async function actionShop(dialect: TestDialect, orders: number): Promise<LoggedDatabase<ActionShop>> {
  const database = await loggedDatabase<ActionShop>(dialect);
  const db = database.db as unknown as Kysely<Shop>;

  await createShop(db, dialect);
  await fillShop(db, dialect, orders);
  await createHandled(database);
  await installActionRuns(db);

  return database;
}

async function createHandled({ db, dialect }: LoggedDatabase<ActionShop>): Promise<void> {
  await db.schema
    .createTable('handled')
    .addColumn('id', 'integer', (column) =>
      dialect === 'postgres'
        ? column.generatedByDefaultAsIdentity().primaryKey()
        : column.autoIncrement().primaryKey(),
    )
    .addColumn('row_id', 'bigint', (column) => column.notNull())
    .execute();
}

export interface ShopTables extends Tables {
  /** Background errors reported to the application. */
  readonly reported: Error[];
}

/** The tables as one process has them. */
export function closingTables(db: Kysely<ActionShop>, ...definitions: TableDefinition[]): ShopTables {
  const reported: Error[] = [];
  const onBackgroundError = (error: unknown) => void reported.push(error as Error);

  return { ...createTables({ db, definitions, onBackgroundError }), reported };
}

/** The orders that were noted, in that order; the notes are forgotten. */
export async function takeHandled(db: Kysely<ActionShop>): Promise<number[]> {
  const rows = await db.selectFrom('handled').select('row_id').orderBy('id').execute();
  await db.deleteFrom('handled').execute();

  return rows.map(({ row_id }) => Number(row_id));
}

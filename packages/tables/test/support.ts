import { type Kysely, type LogEvent, type SqlBool, sql } from 'kysely';
import { expect } from 'vitest';
import { createTestDatabase, type TestDatabase, type TestDialect } from '../../../test/databases.ts';
import {
  createTables,
  type RouteRegistry,
  type TableDefinition,
  TableError,
  type Tables,
  tableConfig,
} from '../src/index.ts';

/** What databases do differently, as docs and docstrings promise it. */
interface Capabilities {
  /** Whether row counts follow TRUNCATE (or a DELETE without conditions), and deletes that a foreign key cascades. */
  readonly countsFollowTruncate: boolean;
  readonly countsFollowCascades: boolean;
  /** Whether LIKE heeds case, and ILIKE ignores it beyond ASCII. */
  readonly likeHeedsCase: boolean;
  readonly ilikeCoversUnicode: boolean;
}

const capabilities: Readonly<Record<TestDialect, Capabilities>> = {
  postgres: {
    countsFollowTruncate: true,
    countsFollowCascades: true,
    likeHeedsCase: true,
    ilikeCoversUnicode: true,
  },
  mysql: {
    countsFollowTruncate: false,
    countsFollowCascades: false,
    likeHeedsCase: false,
    ilikeCoversUnicode: true,
  },
  sqlite: {
    countsFollowTruncate: true,
    countsFollowCascades: true,
    likeHeedsCase: false,
    ilikeCoversUnicode: false,
  },
};

/** An empty database that remembers the statements sent to it. */
export interface LoggedDatabase<DB> extends TestDatabase<DB> {
  readonly capabilities: Capabilities;
  /** The statements sent since the last call. */
  statements(): string[];
}

export async function loggedDatabase<DB>(dialect: TestDialect): Promise<LoggedDatabase<DB>> {
  let statements: string[] = [];
  const log = ({ query }: LogEvent) => void statements.push(query.sql);
  const database = await createTestDatabase<DB>(dialect, { log });

  return {
    ...database,
    capabilities: capabilities[dialect],
    statements() {
      const sent = statements;
      statements = [];

      return sent;
    },
  };
}

/** Tables of one definition, with parts of the configuration replaced. */
export function tablesOf<DB>(
  db: Kysely<DB>,
  definition: TableDefinition | readonly TableDefinition[],
  config: Parameters<typeof tableConfig>[0] = {},
  routes?: RouteRegistry,
): Tables {
  return createTables({
    db,
    definitions: [definition].flat(),
    config: tableConfig(config),
    ...(routes && { routes }),
  });
}

/** The row identifiers of a response, in its order. */
export function idsOf({ data }: { data: readonly Record<string, unknown>[] }): number[] {
  return data.map(({ dtRowId }) => Number(dtRowId));
}

/** The identifiers that a statement of the test's own finds, in its order. */
export async function idsBySql<DB>(db: Kysely<DB>, statement: string): Promise<number[]> {
  const { rows } = await sql<{ id: number | string }>`${sql.raw(statement)}`.execute(db);

  return rows.map(({ id }) => Number(id));
}

/** The refusal of a request; fails if it succeeds, or fails otherwise. */
export async function refusal(request: Promise<unknown>): Promise<TableError> {
  const error = await request.then(
    (response) => {
      throw new Error(`answered ${JSON.stringify(response).slice(0, 300)}`);
    },
    (reason: unknown) => reason,
  );

  if (!(error instanceof TableError)) throw error;

  return error;
}

/** Expects a 422 that names the field and gives nothing of the database away. */
export async function expectRefused(request: Promise<unknown>, field: string): Promise<TableError> {
  const error = await refusal(request);

  expect(error.status).toBe(422);
  expect(error.code).toBe('tables.invalid_request');
  expect(Object.keys(error.fields ?? {})).toContain(field);
  expect(databaseWords(error)).toEqual([]);

  return error;
}

/** What an error says of the database in words of its own; what it quotes are the client's. */
export function databaseWords(error: TableError): string[] {
  const reported = [error.message, ...Object.values(error.fields ?? {}).flat()].join('\n');
  const words =
    /\b(sql|syntax|postgres\w*|mysql|mariadb|sqlite|kysely|database|driver)\b|\bselect\b.*\bfrom\b/gi;

  return reported.replace(/"[^"\n]*"/g, '').match(words) ?? [];
}

/** The rows of a statement counted by the database, without the engine. */
export async function countBySql<DB>(db: Kysely<DB>, from: string, where?: string): Promise<number> {
  const { rows } = await sql<{ n: number | string }>`${sql.raw(
    `select count(*) as n from ${from}${where ? ` where ${where}` : ''}`,
  )}`.execute(db);

  return Number(rows[0]?.n);
}

/** A condition of a test's own, for definitions. */
export function raw(condition: string) {
  return sql<SqlBool>`${sql.raw(condition)}`;
}

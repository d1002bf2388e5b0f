import type { TableDefinition } from '@rowhouse/tables';
import { hasChangeTables } from '@rowhouse/tables/internal';
import { madeRecords, schemaFingerprint } from '@rowhouse/tables-dev/internal';
import {
  type IntrospectedTable,
  type IntrospectionNote,
  introspectTables,
  type TableSources,
  tableSources,
} from '@rowhouse/tables-dev/introspect';
import type { Kysely } from 'kysely';
import { StartError } from '../../base/errors.ts';
import type { DatabaseSettings } from '../../definition/ServiceDefinition.ts';
import { connectionRemedy, lacksConnections } from '../../kernel/database/databaseErrors.ts';
import { type Address, checkDatabaseName, readAddress } from './address.ts';
import { connectDatabase } from './connect/connectDatabase.ts';

/** A served database and its tables. */
export interface IntrospectedDatabase {
  readonly name: string;
  readonly settings: DatabaseSettings;
  readonly address: Address;
  readonly tables: readonly DefinedTable[];
  /** Tables that are not served, each with the reason. */
  readonly notes: readonly IntrospectionNote[];
  /** Its tables as sources of templates; null if unavailable. */
  readonly sources: TableSources | null;
  /** Whether changes can be kept, so that they are undone; true for one that is read-only or unavailable. */
  readonly isPrepared: boolean;
  /** Of the schema before its tables were read; null if unavailable. */
  readonly fingerprint: string | null;
  /** Why it is unavailable, without the password; null if available. */
  readonly fault: string | null;
}

export interface DefinedTable extends IntrospectedTable {
  /** With an export button; with those of its records if the database may be written. */
  readonly definition: TableDefinition;
}

/**
 * Reads the tables of all databases concurrently. If a database is unavailable, `fault` is the reason.
 *
 * @throws StartError for invalid names and addresses, missing drivers, and unavailable databases with `required`.
 */
export async function findDatabases(
  databases: Readonly<Record<string, DatabaseSettings>>,
): Promise<readonly IntrospectedDatabase[]> {
  const named = Object.entries(databases).map(([name, settings]) => {
    checkDatabaseName(name);

    return { name, settings, address: readAddress(settings.url, `The address of the database "${name}"`) };
  });

  return Promise.all(named.map(findDatabase));
}

type Named = Pick<IntrospectedDatabase, 'name' | 'settings' | 'address'>;

/** One connection to a served database that may write, for commands. */
export function connectForWrites(name: string, { url }: DatabaseSettings): Promise<Kysely<unknown>> {
  return connectDatabase({
    address: readAddress(url, `The address of the database "${name}"`),
    writable: true,
    poolSize: 1,
    statementSeconds: 60,
    onIdleError: () => undefined,
  });
}

export async function findDatabase(named: Named): Promise<IntrospectedDatabase> {
  const { name, settings, address } = named;
  const schemas = settings.schemas && { schemas: settings.schemas };
  const db = await connectDatabase({
    address,
    writable: false,
    poolSize: 4,
    statementSeconds: 60,
    onIdleError: () => undefined,
  });
  try {
    // Before: a change while the tables are read is found by the next comparison.
    const fingerprint = await schemaFingerprint({ db, ...schemas });
    const { tables, notes } = await introspectTables({ db, routePrefix: name, ...schemas });
    const sources = await tableSources({ db, ...schemas });

    return {
      ...named,
      tables: tables.map((table) => withButtons(table, settings)),
      notes,
      sources,
      isPrepared: settings.writable !== true || (await hasChangeTables(db)),
      fingerprint,
      fault: null,
    };
  } catch (error) {
    const reason = (error as Error).message || String((error as { code?: unknown }).code ?? error);
    const fault = lacksConnections(error) ? `${reason.replace(/\.$/, '')}. ${connectionRemedy}` : reason;
    if (settings.required) {
      throw new StartError(
        `The database "${name}" (${address.shown}) is not available: ${fault}${lacksConnections(error) ? '' : '. Start it, or correct the address.'}`,
        { cause: error },
      );
    }

    return { ...named, tables: [], notes: [], sources: null, isPrepared: true, fingerprint: null, fault };
  } finally {
    // Fails if it was never connected.
    await db.destroy().catch(() => undefined);
  }
}

function withButtons(table: IntrospectedTable, { writable = false }: DatabaseSettings): DefinedTable {
  const { definition, made } = table;
  const records = writable ? (definition.records ?? madeRecords(made)) : null;
  const buttons = records ? ['create', 'excel', 'edit', 'destroy'] : ['excel'];

  return {
    ...table,
    definition: { ...definition, template: { ...definition.template, buttons }, ...(records && { records }) },
  };
}

/** A served database with a connection pool. */
export interface ConnectedDatabase extends IntrospectedDatabase {
  readonly db: Kysely<unknown>;
}

interface ConnectOptions {
  /** Connections per database. */
  readonly poolSize: number;
  /** Seconds after which the server cancels a statement; 0: never. */
  readonly statementSeconds: number;
  readonly log: (level: 'warn', text: string) => void;
}

/** Creates connection pools for all databases, including unavailable ones. */
export async function connectDatabases(
  introspected: readonly IntrospectedDatabase[],
  { poolSize, statementSeconds, log }: ConnectOptions,
): Promise<{ readonly databases: readonly ConnectedDatabase[]; close(): Promise<void> }> {
  const databases = await Promise.all(
    introspected.map(async (database): Promise<ConnectedDatabase> => {
      const { name, address, settings } = database;
      const db = await connectDatabase({
        address,
        writable: settings.writable === true,
        poolSize,
        statementSeconds,
        onIdleError: (error) =>
          log('warn', `An idle connection to the database "${name}" ended: ${error.message}`),
      });

      return { ...database, db };
    }),
  );

  return {
    databases,
    close: async () => {
      await Promise.all(databases.map(({ db }) => db.destroy()));
    },
  };
}

/** Limit of lines per kind of remark. */
const maxLines = 10;
const maxLineLength = 200;

/** A report for the operator, as lines: number of tables, and what is not served and why. */
export function databaseReport({
  name,
  address,
  tables,
  notes,
  fault,
  settings,
  isPrepared,
}: IntrospectedDatabase): string[] {
  if (fault !== null) {
    return [
      `${name}: not available (${address.shown}): ${short(fault)}`,
      '  its tables respond 503 until it is available; no restart is needed',
    ];
  }
  const views = tables.filter(({ kind }) => kind.includes('view')).length;
  const written = tables.filter(({ definition }) => definition.records).length;
  const access = settings.writable ? `records of ${count(written, 'table')} can be written` : 'read-only';
  const leftOut = tables.flatMap(({ id, leftOut: columns }) =>
    columns.length === 0 ? [] : [`${id}: without ${columns.map(({ column }) => column).join(', ')}`],
  );
  const remarks = tables.flatMap(({ id, notes: own }) => own.map((note) => `${id}: ${note}`));

  return [
    `${name}: ${count(tables.length, 'table')}${views > 0 ? `, of which ${count(views, 'view')}` : ''}, from ${address.shown} (${access})`,
    ...(isPrepared
      ? []
      : [
          `  run "rowhouse databases:prepare ${name}" once, with the same --database and --write if given: then changes can be undone and files imported`,
        ]),
    ...bounded(
      notes.map(({ table, reason, remedy }) => `not served: ${table}. ${reason} ${remedy}`),
      'tables that are not served',
    ),
    ...bounded(leftOut, 'tables with columns that are left out'),
    ...bounded(remarks, 'remarks'),
  ];
}

function bounded(lines: readonly string[], what: string): string[] {
  const shown = lines.slice(0, maxLines).map((line) => `  ${short(line)}`);

  return lines.length > maxLines ? [...shown, `  … and ${lines.length - maxLines} more ${what}`] : shown;
}

function short(line: string): string {
  const text = line.replace(/\s+/g, ' ');

  return text.length > maxLineLength ? `${text.slice(0, maxLineLength - 1)}…` : text;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

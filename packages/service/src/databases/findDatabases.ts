import type { TableDefinition } from '@rowhouse/tables';
import {
  type IntrospectedTable,
  type IntrospectionNote,
  introspectTables,
  type TableSources,
  tableSources,
} from '@rowhouse/tables/introspect';
import { StartError } from '../kernel/errors.ts';
import { type Address, readAddress } from './address.ts';
import { connectServed } from './connect/connectServed.ts';
import type { DatabaseSettings } from './DatabaseSettings.ts';
import { checkDatabaseName } from './databaseNames.ts';

/** A served database, and what was found in it. */
export interface FoundDatabase {
  readonly name: string;
  readonly settings: DatabaseSettings;
  readonly address: Address;
  readonly tables: readonly FoundTable[];
  /** Tables that are not served, each with the reason. */
  readonly notes: readonly IntrospectionNote[];
  /** Its tables as sources of templates; null where it is not available. */
  readonly sources: TableSources | null;
  /** Why it is not available, a sentence without the password; null when it was read. */
  readonly fault: string | null;
}

export interface FoundTable extends IntrospectedTable {
  /** Read only, with a button for exports. */
  readonly definition: TableDefinition;
}

/**
 * Reads which tables the databases have, all at the same time. Of one that is not available, the reason is in `fault`.
 *
 * @throws StartError for names, addresses and missing drivers, and where a database with `required` is not available.
 */
export async function findDatabases(
  databases: Readonly<Record<string, DatabaseSettings>>,
): Promise<readonly FoundDatabase[]> {
  const named = Object.entries(databases).map(([name, settings]) => {
    checkDatabaseName(name);

    return { name, settings, address: readAddress(settings.url, `The address of the database "${name}"`) };
  });

  return Promise.all(named.map(findDatabase));
}

type Named = Pick<FoundDatabase, 'name' | 'settings' | 'address'>;

/** The same of one. */
export async function findDatabase(named: Named): Promise<FoundDatabase> {
  const { name, settings, address } = named;
  const db = await connectServed({
    address,
    writable: false,
    poolSize: 4,
    statementSeconds: 60,
    onIdleError: () => undefined,
  });
  try {
    const { tables, notes } = await introspectTables({
      db,
      routePrefix: name,
      ...(settings.schemas && { schemas: settings.schemas }),
    });

    const sources = await tableSources({ db, ...(settings.schemas && { schemas: settings.schemas }) });

    return { ...named, tables: tables.map(exportable), notes, sources, fault: null };
  } catch (error) {
    const fault = (error as Error).message || String((error as { code?: unknown }).code ?? error);
    if (settings.required) {
      throw new StartError(
        `The database "${name}" (${address.shown}) is not available: ${fault}. Start it, or correct the address.`,
        { cause: error },
      );
    }

    return { ...named, tables: [], notes: [], sources: null, fault };
  } finally {
    // It may never have been connected.
    await db.destroy().catch(() => undefined);
  }
}

function exportable(table: IntrospectedTable): FoundTable {
  const { definition } = table;
  const template = { ...definition.template, buttons: ['excel'] };

  return { ...table, definition: { ...definition, template } };
}

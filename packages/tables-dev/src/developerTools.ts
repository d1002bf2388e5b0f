import type { Tables } from '@rowhouse/tables';
import { defaultTableConfig, translated } from '@rowhouse/tables/internal';
import type { Advice, AdviseOptions } from './advise/Advice.ts';
import { adviceFor } from './advise/adviceFor.ts';
import { faultsOf, type TableFaults } from './checks/tableFaults.ts';

/**
 * Validates every definition, independent of `validations`: its template (against the `routes` of `createTables`, if
 * given) and, if that is valid, its query against the database. Returns one entry for each definition, with its faults.
 * Reads no rows and changes nothing. Throws `tables.database_unavailable`.
 */
export function checkTables({ options, runtime }: Tables): Promise<readonly TableFaults[]> {
  return translated(() => faultsOf(options, options.config ?? defaultTableConfig, runtime));
}

/**
 * Proposes the indexes that would serve the templates' search, sort and filters, with their gain; changes nothing. Throws
 * `tables.not_found`, `tables.invalid_template` and `tables.database_unavailable`.
 */
export function adviseIndexes(tables: Tables, options: AdviseOptions = {}): Promise<Advice> {
  return translated(() => {
    const advised = options.tables?.map((id) => tables.get(id)) ?? tables.all();

    return adviceFor(tables.runtime, advised, options);
  });
}

import type { TableDefinition } from '@rowhouse/tables';
import { StartError } from '../base/errors.ts';
import { didYouMean } from '../kernel/config/checkWritten.ts';
import type { Module } from '../kernel/module/Module.ts';
import { tableId } from './checkDefinition.ts';

/**
 * The modules with the tables that others have changed or removed, in the order of the modules.
 *
 * @throws StartError with status 2 for a table that no other module has, or a definition with another id.
 */
export function extendTables(modules: readonly Module[]): readonly Module[] {
  const owners = new Map(
    modules.flatMap(({ name, tables = [] }) => tables.map((one) => [tableId(one), name])),
  );
  const changed = new Map<string, TableDefinition | null>();
  for (const { tables = [] } of modules) for (const one of tables) changed.set(tableId(one), one);
  for (const { name, extend } of modules) {
    for (const [id, change] of Object.entries(extend?.tables ?? {})) {
      if (!owners.has(id) || owners.get(id) === name) throw unknown(name, id, [...owners.keys()]);
      const present = changed.get(id) ?? null;
      const next = present && (change?.(present) ?? null);
      if (next !== null && tableId(next) !== id) throw renamed(name, id, tableId(next));
      changed.set(id, next);
    }
  }

  return modules.map((module) =>
    module.tables === undefined
      ? module
      : { ...module, tables: module.tables.flatMap((one) => changed.get(tableId(one)) ?? []) },
  );
}

function unknown(module: string, id: string, known: readonly string[]): StartError {
  const near = didYouMean(id, known);
  const remedy = near === undefined ? `Known are ${known.join(', ')}.` : `Did you mean "${near}"?`;

  return new StartError(
    `The module "${module}" extends the table "${id}", which no other module has. ${remedy}`,
    { status: 2 },
  );
}

function renamed(module: string, id: string, next: string): StartError {
  return new StartError(
    `The module "${module}" extends the table "${id}" by a definition with the routePrefix "${next}". Keep "${id}": other ` +
      'parts of the service refer to it.',
    { status: 2 },
  );
}

import type { DescribedTable } from '../make/DescribedTable.ts';
import { uniqueName } from '../make/uniqueName.ts';

/** Table → id; those that differ only in what addresses cannot carry are numbered. */
export function tableIds(
  tables: readonly DescribedTable[],
  prefix: string | undefined,
): ReadonlyMap<DescribedTable, string> {
  const ids = new Map<DescribedTable, string>();
  const taken = new Set<string>();
  // A table that queries find by its name alone keeps that name.
  const inOrder = tables.toSorted((a, b) => Number(b.isVisible) - Number(a.isVisible));

  for (const table of inOrder) {
    const parts = [prefix, table.isVisible ? undefined : idPart(table.schema), idPart(table.name)];
    const id = uniqueName(parts.filter((part) => part !== undefined).join('.'), taken);
    taken.add(id);
    ids.set(table, id);
  }

  return ids;
}

/** Letters, digits, `-` and `_` as they are; marks of letters left out; anything else as `_`. */
function idPart(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '_');

  return /[A-Za-z0-9]/.test(plain) ? plain : 'table';
}

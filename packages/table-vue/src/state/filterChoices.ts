import type { FilterType, InitColumn, InitTemplate } from '@rowhouse/table-protocol';
import type { FilterChoice } from '../TableController.ts';

/** What filters can be made for: the template's own filters first, then the filterable columns that have none. */
export function filterChoices({ filters = [], columns }: InitTemplate): FilterChoice[] {
  const taken = new Set(filters.map(({ data }) => data));

  return [
    ...filters,
    ...columns.flatMap((column) => columnChoice(column)).filter(({ data }) => !taken.has(data)),
  ];
}

function columnChoice({ name, label, data, enum: labels, ...column }: InitColumn): FilterChoice[] {
  if (!column.meta.filterable || data === undefined) {
    return [];
  }

  const type = column.type ?? columnType({ ...column, enum: labels });

  return [
    {
      label,
      name,
      data,
      type,
      ...(labels && { enum: labels }),
    },
  ];
}

/** The server tells a filterable column's type by the same signs, in the same order. */
function columnType({ meta, enum: labels, number, money }: Omit<InitColumn, 'name' | 'label'>): FilterType {
  if (meta.boolean) return 'boolean';
  if (meta.date || meta.datetime) return 'date';
  if (labels) return 'enum';

  return number || money ? 'number' : 'string';
}

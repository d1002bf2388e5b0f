import { filterTypes, type InitFilter } from '@rowhouse/table-protocol';
import { isRecord, labelsOf, recordsOf, textOf, type UnknownRecord, wordOf } from './shape.ts';

/** The template's filters; those that name no column or no known type are left out. */
export function readFilters(value: unknown): InitFilter[] {
  return recordsOf(value).flatMap(readFilter);
}

function readFilter(filter: UnknownRecord): InitFilter[] {
  const type = wordOf(filter.type, filterTypes, null);
  const data = textOf(filter.data);

  if (type === null || data === '') {
    return [];
  }

  return [
    {
      label: textOf(filter.label, data),
      data,
      name: textOf(filter.name, data),
      type,
      ...(isRecord(filter.enum) && { enum: labelsOf(filter.enum) }),
      ...(typeof filter.path === 'string' && { path: filter.path }),
      ...(filter.multiple === true && { multiple: true }),
    },
  ];
}

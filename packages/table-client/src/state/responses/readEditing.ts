import { filterTypes, type InitColumnEdit, type InitEdit } from '@rowhouse/table-protocol';
import { countOf, isRecord, textOf, wordOf } from './shape.ts';

/** How the cells of a table are edited; undefined without a path to send changes to. */
export function readTableEdit(value: unknown): InitEdit | undefined {
  const path = isRecord(value) ? textOf(value.path) : '';
  if (!isRecord(value) || path === '') return undefined;
  const version = textOf(value.version);

  return { path, ...(version !== '' && { version }) };
}

/** How the cells of a column are edited; undefined where they are not. An unknown kind of values is edited as text. */
export function readColumnEdit(value: unknown): InitColumnEdit | undefined {
  if (!isRecord(value)) return undefined;
  const path = textOf(value.path);
  const maxLength = countOf(value.maxLength, 0);

  return {
    type: wordOf(value.type, filterTypes, 'string'),
    ...(path !== '' && { path }),
    ...(path !== '' && (value.names === 'id' || value.names === 'name') && { names: value.names }),
    ...(maxLength > 0 && { maxLength }),
    ...(value.required === true && { required: true as const }),
  };
}

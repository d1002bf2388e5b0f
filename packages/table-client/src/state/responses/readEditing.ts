import type { InitColumnEdit, InitEdit } from '@rowhouse/table-protocol';
import { initColumnEdit, initEdit } from '@rowhouse/table-protocol/internal';
import { readOrNull } from './readShape.ts';

/** How the cells of a table are edited; undefined without a path to send changes to. */
export function readTableEdit(value: unknown): InitEdit | undefined {
  return readOrNull(initEdit, value) ?? undefined;
}

/** How the cells of a column are edited; undefined where they are not. An unknown kind of values is edited as text. */
export function readColumnEdit(value: unknown): InitColumnEdit | undefined {
  const edit = readOrNull(initColumnEdit, value);
  if (edit === null) return undefined;
  const { names: _, ...withoutNames } = edit;

  return edit.path === undefined ? withoutNames : edit;
}

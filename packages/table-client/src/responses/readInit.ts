import type {
  InitColumn,
  InitColumnEdit,
  InitMeta,
  InitResponse,
  InitTemplate,
  NumberFormat,
} from '@rowhouse/table-protocol';
import {
  boolean,
  count,
  fallback,
  type Infer,
  initButton,
  initColumn,
  initFilter,
  initMeta,
  initResponse,
  initTemplate,
  list,
  object,
  oneOf,
  open,
  optional,
  record,
  searchModes,
  text,
  timeZoneName,
} from '@rowhouse/table-protocol/internal';

import { read } from './readShape.ts';

/** Timers have a limit of about 24 days; no user types that slowly. */
const longestDebounce = 60_000;

/** What the client reads differently: labels that are names by default, and buttons whose switches are set. */
const button = object({
  ...initButton.properties,
  class: optional(text()),
  confirmation: fallback(boolean(), false),
  selection: fallback(boolean(), false),
});
const buttons = fallback(list(button), []);
const { data, type, enum: labels, path, multiple, translated } = initFilter.properties;
const filter = object({
  data,
  type,
  enum: labels,
  path,
  multiple,
  translated,
  label: optional(text()),
  name: optional(text()),
});
const column = object({
  ...initColumn.properties,
  label: optional(text()),
  // It is shown by `number`; the application may use it.
  money: optional(open<NumberFormat>()),
});
const response = object({
  ...initResponse.properties,
  template: object({
    ...initTemplate.properties,
    filters: optional(list(filter, { minItems: 1 })),
    // Styles of the application, too.
    styles: fallback(record(text({ fromNumber: true })), {}),
    buttons: fallback(object({ global: buttons, row: buttons, dropdown: buttons }), {}),
    columns: list(column),
  }),
  meta: fallback(
    object({
      ...initMeta.properties,
      length: fallback(count(), 0),
      searchMode: optional(oneOf(searchModes)),
    }),
    {},
  ),
});
type Given = Infer<typeof response>;

/**
 * Reads the response of the init route. Members that are missing or invalid get the protocol's defaults. Throws
 * `ShapeFault` without a read path, or if a column has no name.
 */
export function readInit(value: unknown): InitResponse {
  const { apiVersion, template, meta } = read(response, value);
  const known = readTemplate(template);

  return { apiVersion, template: known, meta: readMeta(meta, known) };
}

function readTemplate({ timeZone, filters, ...template }: Given['template']): InitTemplate {
  const zone = timeZoneName(timeZone ?? '');

  return {
    ...template,
    debounce: Math.min(template.debounce, longestDebounce),
    actions: template.actions && template.buttons.row.length > 0,
    ...(zone !== null && { timeZone: zone }),
    ...(filters && {
      filters: filters.map(({ label, name, ...one }) => ({
        ...one,
        label: label ?? one.data,
        name: name ?? one.data,
      })),
    }),
    styles: { compact: '', striped: '', bordered: '', hover: '', ...template.styles },
    columns: readColumns(template.columns),
  };
}

function readMeta(meta: Given['meta'], { lengthMenu, searchModes: modes, columns }: InitTemplate): InitMeta {
  const { length, searchMode } = meta;
  const [first = 'full'] = modes;

  return {
    ...meta,
    length: lengthMenu.includes(length) ? length : (lengthMenu[0] ?? 10),
    searchMode: searchMode !== undefined && modes.includes(searchMode) ? searchMode : first,
    sort: columns.some((one) => one.meta.sort !== null),
  };
}

/** The columns; only the first of those with equal names. */
function readColumns(columns: Given['template']['columns']): InitColumn[] {
  return [...Map.groupBy(columns, ({ name }) => name).values()]
    .flatMap((same) => same.slice(0, 1))
    .map(({ label, edit, ...one }) => ({
      ...one,
      label: label ?? one.name,
      ...(edit && { edit: namedByPath(edit) }),
    }));
}

/** `names` says what the rows of `path` are, so it means nothing without one. */
function namedByPath({ names, ...edit }: InitColumnEdit): InitColumnEdit {
  return edit.path === undefined || names === undefined ? edit : { ...edit, names };
}

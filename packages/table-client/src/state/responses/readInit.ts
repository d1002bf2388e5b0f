import {
  alignments,
  buttonActions,
  buttonMethods,
  columnFlags,
  comparisonOperators,
  filterTypes,
  type InitButton,
  type InitColumn,
  type InitColumnMeta,
  type InitFilter,
  type InitMeta,
  type InitResponse,
  type InitTemplate,
  readMethods,
  searchModes,
  sortDirections,
  tableControls,
  timeZoneName,
} from '@rowhouse/table-protocol';
import { readColumnEdit, readTableEdit } from './readEditing.ts';
import {
  countOf,
  isRecord,
  labelsOf,
  needRecord,
  needRecords,
  needText,
  recordOf,
  recordsOf,
  textOf,
  textsOf,
  type UnknownRecord,
  wordOf,
  wordsOf,
} from './shape.ts';

/** Timers have a limit of about 24 days; no user types that slowly. */
const longestDebounce = 60_000;

/**
 * Reads the response of the init route. Members that are missing or invalid get the protocol's defaults. Throws
 * `ShapeFault` without a read path, or if a column has no name.
 */
export function readInit(response: unknown): InitResponse {
  const { apiVersion, template, meta } = needRecord(response, 'body');
  const read = readTemplate(needRecord(template, 'template'));

  return { apiVersion: textOf(apiVersion), template: read, meta: readMeta(recordOf(meta), read) };
}

function readTemplate(template: UnknownRecord): InitTemplate {
  const lengthMenu = Array.isArray(template.lengthMenu)
    ? template.lengthMenu.filter((length) => countOf(length, 0) > 0)
    : [];
  const modes = wordsOf(template.searchModes, searchModes);
  const filters = readFilters(template.filters);
  const buttons = readButtons(template.buttons);
  const labels = recordOf(template.labels);
  const timeZone = timeZoneName(textOf(template.timeZone));
  const edit = readTableEdit(template.edit);
  const [facets, statistics] = [textsOf(template.facets), textsOf(template.statistics)];

  return {
    readPath: needText(template.readPath, 'template.readPath'),
    method: wordOf(template.method, readMethods, 'GET'),
    debounce: Math.min(countOf(template.debounce, 100), longestDebounce),
    dtRowId: textOf(template.dtRowId) || 'dtRowId',
    ...(Array.isArray(template.rowName) && { rowName: textsOf(template.rowName) }),
    model: textOf(template.model) || 'id',
    name: textOf(template.name),
    crtNo: template.crtNo === true,
    selectable: template.selectable === true,
    responsive: template.responsive === true,
    preview: template.preview === true,
    ...(template.live === true && { live: true as const }),
    actions: template.actions === true && buttons.row.length > 0,
    labels: { crtNo: textOf(labels.crtNo, '#'), actions: textOf(labels.actions, 'Actions') },
    lengthMenu: lengthMenu.length > 0 ? lengthMenu : [10],
    controls: wordsOf(template.controls, tableControls),
    comparisonOperator: wordOf(template.comparisonOperator, comparisonOperators, 'LIKE'),
    searchModes: modes.length > 0 ? modes : ['full'],
    dateFormat: textOf(template.dateFormat),
    ...(timeZone !== null && { timeZone }),
    totalLabel: textOf(template.totalLabel, 'Total'),
    ...(filters.length > 0 && { filters }),
    ...(facets.length > 0 && { facets }),
    ...(statistics.length > 0 && { statistics }),
    align: textsOf(template.align),
    aligns: { left: '', center: '', right: '', ...pick(template.aligns, alignments) },
    style: textsOf(template.style),
    styles: { compact: '', striped: '', bordered: '', hover: '', ...labelsOf(template.styles) },
    highlight: textOf(template.highlight),
    buttons,
    ...(edit && { edit }),
    columns: readColumns(template.columns),
  };
}

function pick(value: unknown, words: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(labelsOf(value)).filter(([word]) => words.includes(word)));
}

function readMeta(meta: UnknownRecord, { lengthMenu, searchModes: modes, columns }: InitTemplate): InitMeta {
  const length = countOf(meta.length, 0);
  const is = (name: string) => meta[name] === true;

  return {
    start: 0,
    length: lengthMenu.includes(length) ? length : (lengthMenu[0] ?? 10),
    search: '',
    searchMode: wordOf(meta.searchMode, modes, modes[0] ?? 'full'),
    sort: columns.some((column) => column.meta.sort !== null),
    forceInfo: false,
    loading: false,
    fullInfoRecordLimit: countOf(meta.fullInfoRecordLimit, 0),
    total: is('total'),
    number: is('number'),
    enum: is('enum'),
    date: is('date'),
    datetime: is('datetime'),
    searchable: is('searchable'),
    filterable: is('filterable'),
    translatable: is('translatable'),
    cents: is('cents'),
    method: is('method'),
    resource: is('resource'),
    ...(is('selection') && { selection: true }),
  };
}

/** The columns; only the first of those with equal names. Throws `ShapeFault` for one without a name. */
function readColumns(value: unknown): InitColumn[] {
  const columns = needRecords(value, 'template.columns').map(readColumn);

  return [...Map.groupBy(columns, ({ name }) => name).values()].flatMap((same) => same.slice(0, 1));
}

function readColumn(column: UnknownRecord, index: number): InitColumn {
  const name = needText(column.name, `template.columns.${index}.name`);
  const align = wordOf(column.align, alignments, undefined);
  const type = wordOf(column.type, filterTypes, undefined);
  const edit = readColumnEdit(column.edit);

  return {
    name,
    label: textOf(column.label, name),
    ...(typeof column.data === 'string' && { data: column.data }),
    ...(align && { align }),
    ...(typeof column.class === 'string' && { class: column.class }),
    ...(typeof column.tooltip === 'string' && { tooltip: column.tooltip }),
    ...(isRecord(column.enum) && { enum: labelsOf(column.enum) }),
    ...(type && { type }),
    ...(typeof column.dateFormat === 'string' && { dateFormat: column.dateFormat }),
    ...(isRecord(column.number) && { number: readNumber(column.number) }),
    ...(isRecord(column.money) && { money: column.money }),
    ...(column.resource === true && { resource: true as const }),
    ...(edit && { edit }),
    meta: readColumnMeta(recordOf(column.meta)),
  };
}

function readNumber(number: UnknownRecord): InitColumn['number'] {
  return {
    symbol: textOf(number.symbol),
    decimal: textOf(number.decimal, '.'),
    thousand: textOf(number.thousand, ','),
    precision: countOf(number.precision, 0),
    template: textOf(number.template, '%s%v'),
    ...(typeof number.negative === 'string' && { negative: number.negative }),
    ...(typeof number.locale === 'string' && { locale: number.locale }),
  };
}

function readColumnMeta(meta: UnknownRecord): InitColumnMeta {
  const flags = Object.fromEntries(columnFlags.map((flag) => [flag, meta[flag] === true])) as Omit<
    InitColumnMeta,
    'visible' | 'hidden' | 'sort'
  >;

  return {
    ...flags,
    visible: meta.visible !== false,
    hidden: false,
    sort: wordOf(meta.sort, sortDirections, null),
  };
}

/** The three lists of buttons; those without a name are omitted. */
function readButtons(value: unknown): InitTemplate['buttons'] {
  const { global, row, dropdown } = recordOf(value);

  return { global: readList(global), row: readList(row), dropdown: readList(dropdown) };
}

function readList(value: unknown): InitButton[] {
  return recordsOf(value)
    .map(readButton)
    .filter(({ name }) => name !== '');
}

function readButton(button: UnknownRecord): InitButton {
  const texts = [
    'label',
    'icon',
    'class',
    'event',
    'postEvent',
    'message',
    'tooltip',
    'slot',
    'path',
    'route',
  ] as const;
  const { params } = button;

  return {
    name: textOf(button.name),
    ...Object.fromEntries(
      texts.flatMap((key) => (typeof button[key] === 'string' ? [[key, button[key]]] : [])),
    ),
    action: wordOf(button.action, buttonActions, undefined),
    method: wordOf(button.method, buttonMethods, undefined),
    confirmation: button.confirmation === true,
    selection: button.selection === true,
    ...(button.matching === true && { matching: true }),
    ...(params !== undefined && { params: { ...recordOf(params) } }),
  };
}

/** The template's filters; those without a column or a known type are omitted. */
function readFilters(value: unknown): InitFilter[] {
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
      ...(filter.translated === true && { translated: true }),
    },
  ];
}

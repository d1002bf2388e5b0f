import {
  alignments,
  comparisonOperators,
  type InitMeta,
  type InitResponse,
  type InitTemplate,
  readMethods,
  searchModes,
  tableControls,
  timeZoneName,
} from '@rowhouse/table-protocol';
import { readButtons } from './readButtons.ts';
import { readColumns } from './readColumns.ts';
import { readFilters } from './readFilters.ts';
import {
  countOf,
  labelsOf,
  needRecord,
  needText,
  recordOf,
  textOf,
  textsOf,
  type UnknownRecord,
  wordOf,
  wordsOf,
} from './shape.ts';

/** A timer cannot wait longer than about 24 days, and nobody types that slowly. */
const longestDebounce = 60_000;

/**
 * The answer of the init route, checked: a template with a path to read from and columns that have names. Members that
 * are missing or odd get the protocol's defaults. Throws `ShapeFault` when it is no table at all.
 */
export function readInit(answer: unknown): InitResponse {
  const { apiVersion, template, meta } = needRecord(answer, 'body');
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

  return {
    readPath: needText(template.readPath, 'template.readPath'),
    method: wordOf(template.method, readMethods, 'GET'),
    debounce: Math.min(countOf(template.debounce, 100), longestDebounce),
    dtRowId: textOf(template.dtRowId) || 'dtRowId',
    model: textOf(template.model) || 'id',
    name: textOf(template.name),
    crtNo: template.crtNo === true,
    selectable: template.selectable === true,
    responsive: template.responsive === true,
    preview: template.preview === true,
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
    align: textsOf(template.align),
    aligns: { left: '', center: '', right: '', ...pick(template.aligns, alignments) },
    style: textsOf(template.style),
    styles: { compact: '', striped: '', bordered: '', hover: '', ...labelsOf(template.styles) },
    highlight: textOf(template.highlight),
    buttons,
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
  };
}

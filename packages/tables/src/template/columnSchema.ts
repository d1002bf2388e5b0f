import type { Alignment, MetaTag } from '@rowhouse/table-protocol';
import { Type } from 'typebox';
import { describedWords } from './describedWords.ts';

/** `table.column` of the query; an alias of a joined table counts as a table. */
export const dataPattern = {
  pattern: '^[^\\s.]+\\.[^\\s.]+$',
  patternErrorMessage: 'It has to be written table.column, as in the query.',
};

/**
 * The same, or a path along foreign keys: `customer.city.name`. For templates whose query is derived from their
 * `source`.
 */
export const pathPattern = '^[^\\s.]+(\\.[^\\s.]+)+$';

const alignmentWords: Record<Alignment, string> = {
  left: 'Text starts at the left edge.',
  center: 'Text is centred.',
  right: 'Text ends at the right edge.',
};

export const alignmentSchema = (description: string) =>
  describedWords(alignmentWords, { title: 'alignment', description });

const metaTagWords: Record<MetaTag, string> = {
  searchable: 'The column takes part in the table search.',
  sortable: 'Sort controls are available for the column.',
  'sort:ASC': 'Sorted ascending at first; the user may override it after the initial load.',
  'sort:DESC': 'Sorted descending at first; the user may override it after the initial load.',
  nullLast: 'Null values sort last, in both directions.',
  filterable: 'The client may filter by the column: by value, by list or by interval.',
  facet:
    'The values of a filterable column of texts are listed with their counts. Columns and filters of type boolean, enum and select need no tag.',
  groupable: 'Rows can be grouped by the column; dates by day, week, month, quarter or year.',
  translatable: 'Values are translated; needs the translation function on the component.',
  boolean: 'Rendered as a boolean.',
  date: 'The data are dates, sent in the configured date format.',
  datetime: 'The data are dates with a time, sent in the configured datetime format.',
  icon: 'Renders an icon: the value is its class.',
  slot: 'Renders a scoped slot named after the column, with props column (object), row (array), loading (boolean).',
  clickable: 'A click on a cell emits the event `clicked` with column and row.',
  rogue: 'Hidden from display, still available and used for searching.',
  notVisible: 'Hidden at first; the user may show it.',
  notExportable: 'Skipped in exports.',
  total: 'The sum of the column is shown below it. Exact: never added up in binary floating point.',
  rawTotal: 'Like total, computed by the SQL that the table definition gives for the column.',
  average: 'The average of the column is shown below it.',
  customTotal:
    'Renders a scoped slot named `<column_name>_custom_total`, with props total (object) and column (object).',
  cents: 'Values are stored in hundredths: they are divided by 100 before they are shown.',
  method: 'The value is computed by a method of the table definition; the column needs no data.',
  editable:
    'Users with the permission `<table>.edit` may change its cells; the table definition says under `edit` how they are written.',
  important:
    'Stays longest where there is little room, and is one of the at most six values on the card of a row on a phone.',
};

const numberFormat = (description: string) =>
  Type.Object(
    {
      symbol: Type.Optional(Type.String({ description: 'Currency symbol or unit.', default: '' })),
      decimal: Type.Optional(
        Type.String({
          description:
            'Decimal separator. If neither separator is set, those of the reader’s language are written.',
          default: '.',
        }),
      ),
      thousand: Type.Optional(Type.String({ description: 'Thousands separator.', default: ',' })),
      precision: Type.Optional(
        Type.Integer({
          description: 'Digits after the decimal separator, 0 to 20.',
          default: 0,
          minimum: 0,
          maximum: 20,
        }),
      ),
      format: Type.Optional(
        Type.String({
          description:
            '`%s` is replaced by the symbol and `%v` by the value. If it is not set, they are placed as in the reader’s language.',
          default: '%s%v',
          pattern: '%v',
          patternErrorMessage: 'It has to contain %v, which is replaced by the value.',
        }),
      ),
    },
    { title: 'number format', description, additionalProperties: false },
  );

export const columnSchema = Type.Object(
  {
    label: Type.String({ description: 'Header text, translated when a translation function is available.' }),
    name: Type.String({
      description:
        'Alias of the column in the select query, or a nested property of a loaded relation (`group.name`).',
      pattern: '^[^.]+(\\.[^.]+)*$',
      patternErrorMessage: 'It has to be a column alias or dotted properties, with no empty part.',
    }),
    data: Type.Optional(
      Type.String({
        description:
          'Table and column the data comes from, as in the query (`table.column`); in a folder of templates also a path along foreign keys, such as `customer.name` or `customer.city.name`. Required unless the name is nested, or the value is computed: by an expression, `appends`, `resource` or the tag `method`.',
        ...dataPattern,
      }),
    ),
    enum: Type.Optional(
      Type.String({ description: 'Name of the enumeration that maps values to labels.', minLength: 1 }),
    ),
    dateFormat: Type.Optional(
      Type.String({
        description:
          'PHP date format; overrides the configured one and that of the reader’s language. Needs the tag `date` or `datetime`.',
        minLength: 1,
      }),
    ),
    tooltip: Type.Optional(Type.String({ description: 'Tooltip text of the column header.' })),
    class: Type.Optional(Type.String({ description: 'CSS classes of the cells.' })),
    align: Type.Optional(
      alignmentSchema(
        'Alignment of the column, header and footer included. Comes before that of the template.',
      ),
    ),
    meta: Type.Optional(
      Type.Array(describedWords(metaTagWords, { title: 'meta tag' }), {
        description: 'Tags that say how the column behaves.',
        uniqueItems: true,
      }),
    ),
    money: Type.Optional(numberFormat('Number-to-money formatting. An empty object means all defaults.')),
    number: Type.Optional(numberFormat('The same as `money`, for numbers that are no money.')),
    resource: Type.Optional(
      Type.String({
        description:
          'Name of the resource of the table definition that turns the value into the one that is sent.',
        minLength: 1,
      }),
    ),
  },
  { title: 'column', additionalProperties: false },
);

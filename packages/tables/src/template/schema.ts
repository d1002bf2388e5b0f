import type { SearchMode } from '@rowhouse/table-protocol';
import {
  comparisonOperators,
  readMethods,
  sortDirections,
  type TableControl,
} from '@rowhouse/table-protocol/internal';
import { type Static, Type } from 'typebox';
import { actionSchema } from './actionSchema.ts';
import { buttonSchema, simpleButtonWords } from './buttonSchema.ts';
import { alignmentSchema, columnSchema } from './columnSchema.ts';
import { describedWords } from './describedWords.ts';
import { filterSchema } from './filterSchema.ts';
import { recordsSchema } from './recordsSchema.ts';

const searchModeWords: Record<SearchMode, string> = {
  full: 'Every word of the text matches somewhere in a searchable column.',
  startsWith: 'A searchable column starts with the text.',
  endsWith: 'A searchable column ends with the text.',
  exactMatch: 'A searchable column equals the text.',
  doesntContain: 'No searchable column contains the text.',
};

const controlWords: Record<TableControl, string> = {
  length: 'Page size.',
  columns: 'Column visibility.',
  style: 'View modes.',
  reload: 'Read the data again.',
  reset: 'Back to how the table was at first.',
};

const flag = (description: string) => Type.Optional(Type.Boolean({ description, default: false }));

const names = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1 }), { description, uniqueItems: true }));

/** Identity of the table. */
const identity = {
  $schema: Type.Optional(
    Type.String({ description: 'Address of this schema, for editors. Has no other effect.' }),
  ),
  routePrefix: Type.String({
    description: 'Common segment of the names of the table’s routes, for example `system.apiLogs`.',
    pattern: '^[^\\s./]+(\\.[^\\s./]+)*$',
    patternErrorMessage: 'It has to be a dotted route name, such as orders or system.apiLogs.',
  }),
  source: Type.Optional(
    Type.String({
      description:
        'Table of the database that the rows come from: `orders`, `sales.orders`, or `shop:sales.orders` in a database that the service serves under the name shop. In a folder of templates the query is made from it; next to a definition it says which database the query runs on.',
      pattern: '^([A-Za-z][\\w-]*:)?[^:]+$',
      patternErrorMessage: 'It has to be written table, schema.table or database:schema.table.',
    }),
  ),
  dataRouteSuffix: Type.Optional(
    Type.String({
      description:
        'Last segment of the name of the route for reading data. Default: the global one (`tableData`).',
      minLength: 1,
    }),
  ),
  name: Type.Optional(
    Type.String({ description: 'Title of the table, used for the export. Default: no title.' }),
  ),
  model: Type.Optional(
    Type.String({
      description:
        'Parameter name under which router buttons pass the row identifier. Default: the last segment of routePrefix, singular and in camel case.',
      minLength: 1,
    }),
  ),
  dtRowId: Type.Optional(
    Type.String({
      description: 'Name of the row identifier in the query and in every row.',
      default: 'dtRowId',
      minLength: 1,
    }),
  ),
};

/** How rows and counts are read. */
const reading = {
  crtNo: flag('Show the current line number.'),
  cache: flag('Cache the unfiltered count for an hour.'),
  countCache: flag('Alias of `cache`; give one of the two.'),
  templateCache: Type.Optional(
    Type.Union(
      [Type.Boolean(), Type.Enum(['always', 'never', 'production'], { type: 'string', title: 'cache' })],
      { description: 'Accepted and without effect: a template is always read and resolved once.' },
    ),
  ),
  flatten: flag('Flatten nested objects in rows, so that columns such as a.b.c are allowed.'),
  auth: flag('True removes authentication from the routes of the table.'),
  debounce: Type.Optional(
    Type.Integer({
      description:
        'Milliseconds to wait after the last keystroke or filter change before data is read. Default: the global one (350).',
      minimum: 0,
    }),
  ),
  lengthMenu: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1 }), {
      description:
        'Page sizes; the first is the default, the largest is the maximum that a client may request. Default: the global ones (10, 15, 20, 25, 30).',
      minItems: 1,
      uniqueItems: true,
    }),
  ),
  method: Type.Optional(
    Type.Enum(readMethods, {
      type: 'string',
      title: 'method',
      description:
        'Method of the data request. POST avoids over-long addresses. Default: the global one (`GET`).',
    }),
  ),
  appends: names('Attributes computed by the table definition and added to every row.'),
  strip: names('Attributes removed from every row before it is sent.'),
};

/** What users see and may change. */
const display = {
  selectable: flag('Enables row selection; the dtRowId values selected are kept in `selected`.'),
  preview: flag('Enables the preview of a row.'),
  live: flag(
    'Rows on the screen that others change or delete are marked within two seconds. Values that differ at each reading, such as the time since a date, count as changes.',
  ),
  controls: Type.Optional(
    Type.Array(describedWords(controlWords, { title: 'control' }), {
      description: 'Controls shown above the table. Default: all.',
      uniqueItems: true,
    }),
  ),
  comparisonOperator: Type.Optional(
    Type.Enum(comparisonOperators, {
      type: 'string',
      title: 'comparison operator',
      description: 'Search operator: LIKE, or ILIKE, which ignores case. Default: the global one (`LIKE`).',
    }),
  ),
  searchMode: Type.Optional(
    describedWords(searchModeWords, {
      title: 'search mode',
      description:
        'Initial search mode. Default: `full`, or the first of searchModes if `full` is not among them.',
    }),
  ),
  searchModes: Type.Optional(
    Type.Array(describedWords(searchModeWords, { title: 'search mode' }), {
      description: 'Search modes offered to the user. Default: all.',
      minItems: 1,
      uniqueItems: true,
    }),
  ),
  rowName: names(
    'Names of the columns whose values together name a row, such as first and last name, for its page and for messages; an empty list for its identifier. Default: the first column with a text.',
  ),
  defaultSort: Type.Optional(
    Type.String({
      description:
        'Column (its name or its data) that rows are sorted by when neither the client nor a tag sort:ASC or sort:DESC says otherwise. Default: the row identifier.',
      minLength: 1,
    }),
  ),
  defaultSortDirection: Type.Optional(
    Type.Enum([...sortDirections, 'asc', 'desc', 'Asc', 'Desc'], {
      type: 'string',
      title: 'sort direction',
      description: 'Direction of the default sort, in any case.',
      default: 'ASC',
    }),
  ),
  totalLabel: Type.Optional(Type.String({ description: 'Header of the totals row.', default: 'Total' })),
  align: Type.Optional(
    alignmentSchema(
      'Alignment of all columns that do not set their own. Default: the one in the global style.default (center).',
    ),
  ),
};

/**
 * The schema of a template. The validator, the published JSON Schema, the type `TemplateInput` and the
 * reference page all come from it.
 *
 * `simpleButtons`: name → explanation of the buttons that may be given by name alone. An application that configures
 * further default buttons creates its own schema with their names.
 */
export function templateSchemaWith<Name extends string>(simpleButtons: Readonly<Record<Name, string>>) {
  return Type.Object(
    {
      ...identity,
      ...reading,
      ...display,
      filters: Type.Optional(
        Type.Array(filterSchema, {
          description: 'Filters that belong to no column, or to a column that is not shown.',
        }),
      ),
      buttons: Type.Optional(
        Type.Array(
          Type.Union([describedWords(simpleButtons, { title: 'button name' }), buttonSchema], {
            title: 'button',
          }),
          { description: 'Simple (a name) or complex (an object) buttons.' },
        ),
      ),
      actions: Type.Optional(
        Type.Record(Type.String(), actionSchema, {
          description:
            'Actions that set columns of all rows of the result, or delete their records, by the routeSuffix of their button. Those with functions are in the definition.',
        }),
      ),
      records: Type.Optional(recordsSchema),
      columns: Type.Array(columnSchema, { description: 'The columns, in order.', minItems: 1 }),
    },
    {
      title: 'Table template',
      description: 'Layout of a server-side data table.',
      additionalProperties: false,
    },
  );
}

/** The schema with the default configuration's simple buttons. */
export const templateSchema = templateSchemaWith(simpleButtonWords);

/** A template as TypeScript source: the compiler checks its words. */
export type TemplateInput = Static<typeof templateSchema>;

/**
 * A template as an imported JSON file: words are typed as `string`. Editors still complete them; `validateTemplate`
 * checks them.
 */
export type TemplateJson = Widened<TemplateInput>;

type Widened<T> = T extends string
  ? T | (string & {})
  : T extends readonly (infer Item)[]
    ? readonly Widened<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Widened<T[Key]> }
      : T;

import {
  alignments,
  buttonActions,
  buttonMethods,
  comparisonOperators,
  readMethods,
  viewModes,
} from '@rowhouse/table-protocol/internal';
import { Type } from 'typebox';

const text = (description: string) => Type.String({ description, minLength: 1 });

const limit = (description: string, minimum: number, maximum: number) =>
  Type.Integer({ description, minimum, maximum });

const buttonDefaultsSchema = Type.Object(
  {
    icon: text('Icon class.'),
    class: Type.Union([Type.String(), Type.Null()], { description: 'CSS classes.' }),
    routeSuffix: Type.Optional(text('Appended to routePrefix.')),
    event: Type.Optional(text('Event emitted on click.')),
    postEvent: Type.Optional(text('Event emitted after the ajax request completes.')),
    action: Type.Optional(Type.Enum(buttonActions)),
    method: Type.Optional(Type.Enum(buttonMethods)),
    label: Type.Optional(Type.String()),
    tooltip: Type.Optional(Type.String()),
    confirmation: Type.Optional(Type.Boolean()),
    message: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

const mapped = Object.fromEntries(
  [...alignments, ...viewModes].map((word) => [word, Type.String()]),
) as Record<(typeof alignments)[number] | (typeof viewModes)[number], ReturnType<typeof Type.String>>;

/** The complete global configuration: validate the result of `tableConfig` with it. */
export const tableConfigSchema = Type.Object(
  {
    validations: Type.Enum(['always', 'local'], {
      description: '`local` checks templates in development only, `always` in production too.',
    }),
    labels: Type.Object(
      {
        crtNo: Type.String({ description: 'Header of the line-number column.' }),
        actions: Type.String({ description: 'Header of the column of row buttons.' }),
      },
      { additionalProperties: false },
    ),
    lengthMenu: Type.Array(Type.Integer({ minimum: 1 }), {
      description: 'Page sizes. A template lengthMenu takes precedence.',
      minItems: 1,
      uniqueItems: true,
    }),
    buttons: Type.Object(
      {
        global: Type.Record(Type.String(), buttonDefaultsSchema, { description: 'Default global buttons.' }),
        row: Type.Record(Type.String(), buttonDefaultsSchema, { description: 'Default row buttons.' }),
      },
      { description: 'Name → the options of the simple button.', additionalProperties: false },
    ),
    style: Type.Object(
      {
        default: Type.Array(Type.Enum([...viewModes, ...alignments]), {
          description: 'View modes, and at most one alignment, that every table starts with.',
          uniqueItems: true,
          contains: Type.Enum(alignments),
          minContains: 0,
          maxContains: 1,
        }),
        mapping: Type.Object(mapped, {
          description: 'View mode or alignment → CSS class.',
          additionalProperties: false,
        }),
        highlight: Type.String({ description: 'CSS class of highlighted rows.' }),
      },
      { additionalProperties: false },
    ),
    export: Type.Object(
      {
        path: text('Folder of temporary export files, inside the application storage.'),
        timeout: Type.Integer({ description: 'Seconds that an export may take.', minimum: 1 }),
        notifications: Type.Array(text('Name of a channel.'), {
          description: 'Channels that notify about an export; the link is always sent by e-mail.',
          uniqueItems: true,
        }),
      },
      { additionalProperties: false },
    ),
    queues: Type.Object(
      {
        exports: text('Queue of export jobs; it must exist.'),
        notifications: text('Queue of progress notifications; it must exist.'),
      },
      { additionalProperties: false },
    ),
    dateFormat: text(
      "PHP date format of date columns; by default, that of the reader's language where a request names one.",
    ),
    datetimeFormat: text('PHP date format of datetime columns, in the same way.'),
    timeZone: text('IANA time zone in which dates are shown and filtered.'),
    limits: Type.Object(
      {
        pageSeconds: limit(
          'Seconds for a query of the rows of a page, with the time it waits for a connection; 0: no limit.',
          0,
          86_400,
        ),
        countSeconds: limit('Seconds for a count or the totals, in the same way; 0: no limit.', 0, 86_400),
        queries: limit(
          'Queries of one table that run at the same time in a process; others wait. 0: no limit.',
          0,
          1000,
        ),
        searchLength: limit('Most characters of a search, and of the text of a filter.', 1, 10_000),
        searchWords: limit('Most words of a search.', 1, 100),
      },
      { description: 'What a request may cost.', additionalProperties: false },
    ),
    fullInfoRecordLimit: Type.Integer({
      description: 'Rows above which the filtered count and the totals wait for a request.',
      minimum: 0,
    }),
    debounce: Type.Integer({ description: 'Milliseconds to wait after typing.', minimum: 0 }),
    responsive: Type.Boolean({ description: 'Whether columns hide when there is no room.' }),
    method: Type.Enum(readMethods, { description: 'Method of data requests. A template overrides it.' }),
    dataRouteSuffix: text('Last segment of data routes. A template overrides it.'),
    comparisonOperator: Type.Enum(comparisonOperators, {
      description: 'Search operator. A template overrides it.',
    }),
  },
  { title: 'Table configuration', additionalProperties: false },
);

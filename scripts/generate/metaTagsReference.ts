import { readFileSync } from 'node:fs';
import type { MetaTag } from '@rowhouse/table-protocol';
import { type SchemaNode, schemaNode } from '../../packages/tables/src/template/checkSchema.ts';
import { columnSchema } from '../../packages/tables/src/template/columnSchema.ts';
import { cell, code, markdownTable, replaceSections } from './markdown.ts';

/** What the server does because of a tag, and what the component does; empty for nothing. */
const sides: Readonly<Record<MetaTag, readonly [server: string, component: string]>> = {
  searchable: [
    'compares `meta.search` with it; a search in a table without such a column is a 422',
    'draws the search field',
  ],
  sortable: ['lets requests sort by it; any other column is a 422', 'draws a sort control in the header'],
  'sort:ASC': [
    'sorts so when a request names no order, unless `meta.sort` is false; requests may sort by it',
    'starts with that order, and sends it',
  ],
  'sort:DESC': [
    'sorts so when a request names no order, unless `meta.sort` is false; requests may sort by it',
    'starts with that order, and sends it',
  ],
  nullLast: ['sorts rows without a value to the end', ''],
  filterable: [
    'lets requests filter by its `data`; any other is a 422',
    'offers it under Filter, by the kind of its values',
  ],
  facet: ['lets `meta.facets` list its values with their counts; any other column of texts is a 422', ''],
  groupable: ['lets `meta.groups` group by it; any other column is a 422', ''],
  translatable: ['translates the values in exports', 'passes the values to `i18n`'],
  boolean: [
    'answers true, false or null, whatever the database has',
    'draws a green check mark or a red cross',
  ],
  date: ['answers it in the date format in force; it is filtered as a date', 'shows the text'],
  datetime: [
    'answers it in the datetime format and time zone in force; it is filtered as a date',
    'shows the text; a filter’s days are those of the user',
  ],
  icon: ['', 'draws the icon whose class the value is'],
  slot: ['', 'draws the slot named after the column'],
  clickable: ['', 'draws a button that emits `clicked`'],
  rogue: ['leaves it out of exports; rows still have it', 'never draws it'],
  notVisible: [
    'leaves it out of exports, unless the request says `visible`',
    'hides it until the user shows it',
  ],
  notExportable: ['leaves it out of exports', ''],
  total: ['answers the sum of all rows that match', 'draws the totals row'],
  rawTotal: ['answers what the SQL under `totals` of the definition computes', 'draws the totals row'],
  average: ['answers the average of all rows that match', 'draws the totals row, marked as an average'],
  customTotal: ['', 'draws the slot `<column>_custom_total` in the totals row, with all totals'],
  cents: ['divides by a hundred, exactly, in rows, totals and exports', ''],
  editable: [
    'writes a cell by `PATCH <prefix>/edit`, as `edit` of the definition says; `init` omits the tag without the permission `<table>.edit`',
    '',
  ],
  important: ['', 'shows it longest, and on the card of a row on a phone'],
  method: ['takes the value from `methods` of the definition', ''],
};

const templates = {
  orders: 'apps/demo/src/tables',
  cities: 'apps/demo/src/tables',
  users: 'packages/service/src/modules/users/table',
  apiLogs: 'packages/service/src/modules/apiCalls/logs',
};
const sources = new URL('../../', import.meta.url);

interface DemoTemplate {
  readonly columns: readonly { readonly name: string; readonly meta?: readonly string[] }[];
}

/** docs/reference/meta-tags.md: all tags, with a column of the demo for each that it has. */
export function metaTagsReference(current: string): string {
  const tags = describedWordsOf(schemaNode(columnSchema).properties!.meta!.items!);
  const examples = columnsByTag();
  const rows = Object.entries(tags).map(([tag, effect]) => {
    const [server, component] = sides[tag as MetaTag];
    return [code(tag), effect, server, component, examples.get(tag) ?? ''].map(cell);
  });
  const table = markdownTable(['Tag', 'Effect', 'The server', 'The component', 'In the demo'], rows);

  return replaceSections(current, { 'meta-tags': table }, 'docs/reference/meta-tags.md');
}

/** The first column of the demo's tables that has a tag. */
function columnsByTag(): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, folder] of Object.entries(templates)) {
    const file = new URL(`${folder}/${name}.json`, sources);
    const { columns } = JSON.parse(readFileSync(file, 'utf8')) as DemoTemplate;
    for (const { name: column, meta = [] } of columns) {
      for (const tag of meta) if (!found.has(tag)) found.set(tag, `${name}: ${code(column)}`);
    }
  }

  return found;
}

function describedWordsOf({ enum: words = [], enumDescriptions = [] }: SchemaNode): Record<string, string> {
  return Object.fromEntries(words.map((word, index) => [word, enumDescriptions[index] ?? '']));
}

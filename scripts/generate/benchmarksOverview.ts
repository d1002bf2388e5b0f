import { readFileSync } from 'node:fs';
import { replaceSections } from './markdown.ts';

const folder = new URL('../../docs/', import.meta.url);

interface Shown {
  /** A page that `npm run bench` writes. */
  readonly page: string;
  /** Headings of the page whose tables are in the overview; none: the page has one table. */
  readonly headings: readonly string[];
}

const pages: readonly Shown[] = [
  {
    page: 'benchmarks-data.md',
    headings: ['16 at the same time: requests a second', 'Alone: milliseconds, p50 (p95)'],
  },
  {
    page: 'benchmarks-100m.md',
    headings: ['Alone: milliseconds, p50 (p95)', 'Random pages by number under writes'],
  },
  { page: 'benchmarks-filters.md', headings: [] },
  { page: 'benchmarks-summaries.md', headings: [] },
  { page: 'benchmarks-export.md', headings: [] },
  { page: 'benchmarks-actions.md', headings: [] },
  { page: 'benchmarks-api-calls.md', headings: ['Outbound', 'Inbound', 'Inbound, with a page read'] },
  { page: 'benchmarks-api-logs.md', headings: ['Pages'] },
  { page: 'benchmarks-avatars.md', headings: ['An avatar shown'] },
  { page: 'benchmarks-drawing.md', headings: [] },
  { page: 'benchmarks-introspect.md', headings: [] },
  { page: 'benchmarks-costs.md', headings: ['Requests', 'Jobs'] },
];

/** docs/benchmarks.md: of each page of figures what it measured, when, and its main tables. */
export function benchmarksOverview(current: string): string {
  return replaceSections(current, { benchmarks: pages.map(overview).join('\n\n') }, 'docs/benchmarks.md');
}

function overview({ page, headings }: Shown): string {
  const [first = '', ...sections] = readFileSync(new URL(page, folder), 'utf8').split(/^## /m);
  const [title = '', introduction = ''] = first.split('\n\n');
  const tables =
    headings.length === 0
      ? [tableOf(first, page)]
      : headings.map((heading) => {
          const section = sections.find((text) => text.startsWith(`${heading}\n`));
          if (section === undefined) throw new Error(`docs/${page} has no section "${heading}".`);
          return `${heading}:\n\n${tableOf(section, page)}`;
        });

  return [
    title.replace(/^# /, '## '),
    introduction.replace('; run it again on a machine of yours', ''),
    `[How, and who is who](${page}).`,
    ...tables,
  ].join('\n\n');
}

/** The first one. */
function tableOf(text: string, page: string): string {
  const table = /(?:^\|.*\n)+/m.exec(text)?.[0];
  if (table === undefined) throw new Error(`docs/${page} lacks a table where the overview expects one.`);

  return table.trim();
}

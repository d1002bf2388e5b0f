import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { medianOf } from './statistics.ts';

export interface Section {
  readonly heading?: string;
  readonly text?: string;
  readonly table?: Table;
}

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What a suite has measured; the harness adds when, where, and by which command. */
export interface Report {
  readonly title: string;
  /** What was measured. */
  readonly about: string;
  /** Version of PostgreSQL, if one took part. */
  readonly postgres?: string;
  /** How, one note a line. */
  readonly notes: readonly string[];
  /** Rounds in which the contenders took turns. */
  readonly rounds: number;
  readonly contenders?: readonly { readonly name: string; readonly description: string }[];
  readonly sections: readonly Section[];
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A column of figures. */
interface Column<Figures> {
  readonly head: string;
  /** The figure of a round; null if it has none. */
  of(figures: Figures): number | null;
  /** Writes the median; defaults to `thousands`. */
  readonly write?: (median: number) => string;
}

/** A line for each contender, with the medians of its rounds. */
export function tableOf<Contender extends { readonly name: string }, Figures>(
  measured: ReadonlyMap<Contender, readonly Figures[]>,
  columns: readonly Column<Figures>[],
): Table {
  return {
    head: ['', ...columns.map(({ head }) => head)],
    rows: [...measured].map(([{ name }, rounds]) => [
      name,
      ...columns.map(({ of, write }) => written(medianOf(rounds, of), write)),
    ]),
  };
}

/** Prints a report as Markdown, and writes it to the file, relative to the root of the repository. */
export async function publish(report: Report, command: string, out: string | null): Promise<void> {
  const markdown = render(report, command);
  console.log(`\n${markdown}`);
  if (out !== null) await writeFile(resolve(root, out), markdown);
}

function render(
  { title, about, postgres, notes, rounds, contenders = [], sections }: Report,
  command: string,
): string {
  const machine = [
    `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB of memory`,
    ...(postgres === undefined ? [] : [`PostgreSQL ${postgres}`]),
    `Node ${process.versions.node}; all processes on the same machine.`,
  ];
  const blocks = [
    `# ${title}`,
    `${about} Written by \`${command}\` on ${new Date().toISOString().slice(0, 10)}; run it again on a machine of yours.`,
    [machine.join(', '), ...notes, `Medians; rounds in which the contenders took turns: ${rounds}.`]
      .map((note) => `- ${note}`)
      .join('\n'),
    contenders.map(({ name, description }) => `- **${name}**: ${description}.`).join('\n'),
    ...sections.flatMap(({ heading, text, table }) => [
      heading === undefined ? '' : `## ${heading}`,
      text ?? '',
      table === undefined ? '' : renderTable(table),
    ]),
  ];

  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function renderTable({ head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  );
}

/** A whole number as people read it: `1,234,567`. */
export const thousands = (value: number): string => Math.round(value).toLocaleString('en');

export const fixed =
  (decimals: number) =>
  (value: number): string =>
    value.toFixed(decimals);

/** A dash for null. */
export const written = (value: number | null, write = thousands): string =>
  value === null ? '–' : write(value);

/** Three significant digits, or all of a whole number; a dash for null. */
export function digits(value: number | null): string {
  if (value === null) return '–';
  if (value >= 100) return thousands(value);

  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

import type { FoundDatabase } from './findDatabases.ts';

/** Lines for each kind of remark, so that the report stays short whatever the database. */
const most = 10;
/** Characters of a line. */
const longest = 200;

/** What the operator has to know of a served database: how many tables, what is left out and why. A line each. */
export function databaseReport({ name, address, tables, notes, fault, settings }: FoundDatabase): string[] {
  if (fault !== null) {
    return [
      `${name}: not available (${address.shown}): ${short(fault)}`,
      '  its tables respond 503 until it is available; no restart is needed',
    ];
  }
  const views = tables.filter(({ kind }) => kind.includes('view')).length;
  const access = settings.writable ? 'connections may write' : 'read-only';
  const leftOut = tables.flatMap(({ id, leftOut: columns }) =>
    columns.length === 0 ? [] : [`${id}: without ${columns.map(({ column }) => column).join(', ')}`],
  );
  const remarks = tables.flatMap(({ id, notes: own }) => own.map((note) => `${id}: ${note}`));

  return [
    `${name}: ${count(tables.length, 'table')}${views > 0 ? `, of which ${count(views, 'view')}` : ''}, from ${address.shown} (${access})`,
    ...bounded(
      notes.map(({ table, reason, remedy }) => `not served: ${table}. ${reason} ${remedy}`),
      'tables that are not served',
    ),
    ...bounded(leftOut, 'tables with columns that are left out'),
    ...bounded(remarks, 'remarks'),
  ];
}

function bounded(lines: readonly string[], what: string): string[] {
  const shown = lines.slice(0, most).map((line) => `  ${short(line)}`);

  return lines.length > most ? [...shown, `  … and ${lines.length - most} more ${what}`] : shown;
}

function short(line: string): string {
  const text = line.replace(/\s+/g, ' ');

  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

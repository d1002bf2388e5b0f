import type { TableEntry } from '../../../src/tables/messages.ts';

export interface SectionLink {
  readonly to: string;
  /** Font Awesome class. */
  readonly icon: string;
  readonly label: string;
  readonly about: string;
  /** The menu shows the entries of a group together, under its label; null for an entry without a group. */
  readonly group: LinkGroup | null;
}

export interface LinkGroup {
  readonly label: string;
  /** Font Awesome class. */
  readonly icon: string;
}

/** More tables than these are grouped in the menu. */
const mostSingle = 7;

/** Entries of the menu for tables; those of a database are grouped under its name. */
export function tableLinks(
  tables: readonly TableEntry[],
  translate: (text: string) => string,
): SectionLink[] {
  const isCrowded = tables.filter(({ database }) => database === null).length > mostSingle;
  const own = isCrowded ? { label: translate('Tables'), icon: 'fa-table' } : null;

  return tables
    .toSorted((a, b) => depth(a) - depth(b))
    .map(({ id, database, path, icon, name, about }) => ({
      group: database === null ? own : { label: database, icon: 'fa-database' },
      to: path,
      icon,
      label: database === null ? translate(name) : withSchema(id, name),
      about: about === null ? '' : translate(about),
    }));
}

/** Tables outside the default schema come after the others of their database. */
function depth({ id, database }: { readonly id: string; readonly database: string | null }): number {
  return database === null ? 0 : id.split('.').length;
}

/** The id of a table outside the default schema contains the schema: `shop.jobs.queue`. */
function withSchema(id: string, name: string): string {
  const [, schema, table] = id.split('.');

  return table === undefined ? name : `${name} (${schema})`;
}

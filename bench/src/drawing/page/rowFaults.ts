import { columns, type Row, textOf } from './data.ts';

/** Faults of the cells that a row is drawn with; empty when each shows what it should. */
export function rowFaults(drawn: Element | undefined, row: Row): string[] {
  const cells = [...(drawn?.querySelectorAll('td') ?? [])];
  return columns.flatMap(({ name, kind }, place) => {
    const cell = cells[place];
    const shown =
      kind === 'boolean' ? cell?.querySelector('.tag.is-success') !== null : cell?.textContent?.trim();
    const wanted = kind === 'boolean' ? row[name] : textOf(kind, row[name]);
    return cell !== undefined && shown === wanted ? [] : [`${name}: ${shown} is not ${wanted}`];
  });
}

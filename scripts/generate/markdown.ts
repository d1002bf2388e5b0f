/** Name of a section → its text. A section is between `<!-- name -->` and `<!-- /name -->` in a page. */
export type Sections = Readonly<Record<string, string>>;

/** A page with its sections made again. Throws when a section has no place in it, and when a place has no section. */
export function replaceSections(page: string, sections: Sections, path: string): string {
  const places = [...page.matchAll(/^<!-- ([\w-]+) -->$/gm)].map(([, name = '']) => name);
  const unknown = places.find((name) => !Object.hasOwn(sections, name));
  if (unknown !== undefined)
    throw new Error(`${path} has a section ${unknown}, which nothing is generated for.`);

  return Object.entries(sections).reduce((text, [name, content]) => {
    const start = `<!-- ${name} -->`;
    const end = `<!-- /${name} -->`;
    if (!text.includes(start) || !text.includes(end)) {
      throw new Error(`${path} has no section ${start} … ${end}.`);
    }
    const before = text.slice(0, text.indexOf(start) + start.length);
    return `${before}\n\n${content}\n\n${text.slice(text.indexOf(end))}`;
  }, page);
}

/** A table with its columns aligned, as the formatter wants it. */
export function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((_, column) =>
    Math.max(3, ...[headings, ...rows].map((row) => row[column]!.length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text, column) => text.padEnd(widths[column]!)).join(' | ')} |`;
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

export function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

export function code(text: string): string {
  return `\`${text}\``;
}

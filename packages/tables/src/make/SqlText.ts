import { type RawBuilder, sql } from 'kysely';
import { quotedText } from './words.ts';

/** SQL over columns, which can both be run and be written into a definition. */
export interface SqlText {
  /** One more than the columns, which stand between them. */
  readonly strings: readonly string[];
  /** As `table.column`. */
  readonly columns: readonly string[];
}

export function sqlText(strings: readonly string[], ...parts: readonly (SqlText | string)[]): SqlText {
  const texts = [strings[0] ?? ''];
  const columns: string[] = [];

  for (const [index, part] of parts.entries()) {
    const { strings: inner, columns: innerColumns } =
      typeof part === 'string' ? { strings: ['', ''], columns: [part] } : part;
    texts.push(`${texts.pop() ?? ''}${inner[0] ?? ''}`, ...inner.slice(1));
    columns.push(...innerColumns);
    texts.push(`${texts.pop() ?? ''}${strings[index + 1] ?? ''}`);
  }

  return { strings: texts, columns };
}

/** Parts in a row, with SQL between them. */
export function joinedText(parts: readonly SqlText[], separator: string): SqlText {
  return parts.reduce((joined, part) => sqlText(['', separator, ''], joined, part));
}

/** The column, where it is nothing but one. */
export function columnIn({ strings, columns }: SqlText): string | null {
  return columns.length === 1 && strings.every((text) => text === '') ? (columns[0] ?? null) : null;
}

/** The SQL as Kysely runs it. */
export function toSql<T = unknown>({ strings, columns }: SqlText): RawBuilder<T> {
  return sql<T>(strings as unknown as TemplateStringsArray, ...columns.map((column) => sql.ref(column)));
}

/** The SQL as a definition writes it. */
export function sqlSource({ strings, columns }: SqlText, type: string): string {
  const escaped = strings.map((text) =>
    text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${'),
  );
  const refs = columns.map((column) => `\${sql.ref(${quotedText(column)})}`);

  return `sql<${type}>\`${escaped.map((text, index) => `${text}${refs[index] ?? ''}`).join('')}\``;
}

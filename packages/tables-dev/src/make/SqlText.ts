import { type RawBuilder, sql } from 'kysely';
import { quotedText } from './words.ts';

/** SQL over columns that can be both run and written into a definition. */
export interface SqlText {
  /** SQL between the columns; one item more than columns. */
  readonly strings: readonly string[];
  /** As `table.column`. */
  readonly columns: readonly string[];
}

export function sqlText(strings: readonly string[], ...values: readonly (SqlText | string)[]): SqlText {
  const texts = [strings[0] ?? ''];
  const columns: string[] = [];

  for (const [index, value] of values.entries()) {
    const { strings: inner, columns: innerColumns } =
      typeof value === 'string' ? { strings: ['', ''], columns: [value] } : value;
    texts.push(`${texts.pop() ?? ''}${inner[0] ?? ''}`, ...inner.slice(1));
    columns.push(...innerColumns);
    texts.push(`${texts.pop() ?? ''}${strings[index + 1] ?? ''}`);
  }

  return { strings: texts, columns };
}

/** Concatenates parts, with SQL between them. */
export function joinedText(texts: readonly SqlText[], separator: string): SqlText {
  return texts.reduce((joined, part) => sqlText(['', separator, ''], joined, part));
}

/** The column, if the SQL consists of only that. */
export function columnIn({ strings, columns }: SqlText): string | null {
  return columns.length === 1 && strings.every((text) => text === '') ? (columns[0] ?? null) : null;
}

/** The SQL for running it by Kysely. */
export function toSql<T = unknown>({ strings, columns }: SqlText): RawBuilder<T> {
  return sql<T>(strings as unknown as TemplateStringsArray, ...columns.map((column) => sql.ref(column)));
}

/** The SQL as source code of a definition. */
export function sqlSource({ strings, columns }: SqlText, type: string): string {
  const escaped = strings.map((text) =>
    text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${'),
  );
  const refs = columns.map((column) => `\${sql.ref(${quotedText(column)})}`);

  return `sql<${type}>\`${escaped.map((text, index) => `${text}${refs[index] ?? ''}`).join('')}\``;
}

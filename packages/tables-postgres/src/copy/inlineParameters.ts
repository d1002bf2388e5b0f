import type { AnyDatabase, Builder, QueryRunner } from '@rowhouse/tables/internal';
import { type Kysely, PostgresQueryCompiler, type RootOperationNode, sql } from 'kysely';

/**
 * The text of a query with its parameters as literals, for statements that take none. The server itself writes the literals,
 * from parameters that the driver binds as usual, and the compiler puts them where it has placeholders otherwise: no text is
 * quoted or searched here. A literal is of no type until its context gives it one, as a parameter is. Null where the
 * query is compiled by rules of the application's own, or has bytes, which drivers bind in another form.
 */
export async function inlineParameters(
  query: Builder,
  db: Kysely<AnyDatabase>,
  run: QueryRunner,
): Promise<string | null> {
  const { sql: text, parameters, query: node, queryId } = query.compile();
  if (new PostgresQueryCompiler().compileQuery(node, queryId).sql !== text || parameters.some(isBytes)) {
    return null;
  }
  if (parameters.length === 0) return text;

  const quoted = parameters.map((value) => sql`quote_nullable(${value}::text)`);
  const [row] = await run(
    sql<{ literals: string[] }>`select array[${sql.join(quoted)}] as literals`.compile(db),
  );

  return new LiteralCompiler(row?.literals ?? []).text(node);
}

function isBytes(value: unknown): boolean {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
}

class LiteralCompiler extends PostgresQueryCompiler {
  readonly #literals: readonly string[];
  #next = 0;

  constructor(literals: readonly string[]) {
    super();
    this.#literals = literals;
  }

  text(node: RootOperationNode): string {
    const { sql: text, parameters } = this.compileQuery(node, { queryId: 'rowhouse_literals' });
    if (this.#next !== this.#literals.length || parameters.length > 0) {
      throw new Error('The query compiled differently the second time.');
    }

    return text;
  }

  protected override appendValue(): void {
    const literal = this.#literals[this.#next++];
    if (literal === undefined) throw new Error('The query compiled differently the second time.');
    // Blanks, so that it cannot become one token with what is around it.
    this.append(` ${literal} `);
  }
}

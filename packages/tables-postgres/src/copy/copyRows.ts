import type {
  QueryRunner,
  ReadTexts,
  ReadTextsOptions,
  TextBlock,
  TextColumn,
  TextRows,
} from '@rowhouse/tables/internal';
import { CompiledQuery, sql } from 'kysely';
import { DriverStatement } from './DriverStatement.ts';
import { inlineParameters } from './inlineParameters.ts';
import { textBlocks } from './textBlocks.ts';

/**
 * The rows of a query by `COPY … TO STDOUT`: the server sends them without being asked for each block, and the driver makes
 * no objects of them. Null where that cannot be done, or not with the same values as rows have: with another driver than
 * `pg`, with plugins, which see the values of rows, with texts that are no UTF-8. Nothing has been read then.
 */
export const copyRows: ReadTexts = async (query, options): Promise<TextRows | null> => {
  const { snapshot, signal = new AbortController().signal } = options;
  const { beside: db } = snapshot;
  if (db.getExecutor().plugins.length > 0) return null;

  const run: QueryRunner = (read) => snapshot.read(read, signal);
  const command = (text: string) => run(CompiledQuery.raw(text) as CompiledQuery<object>);
  await command('savepoint rowhouse_copy');

  try {
    const [encoding] = await run(
      sql<{ name: string }>`select current_setting('server_encoding') as name`.compile(db),
    );
    const text = encoding?.name === 'SQL_ASCII' ? null : await inlineParameters(query, db, run);
    const columns = text === null ? null : await describe(text, run);
    if (text === null || columns === null) return null;

    return { columns, blocks: () => copy(text, columns, options) };
  } catch {
    signal.throwIfAborted();
    // Whatever it is, reading the rows in the usual way says it better.
    await command('rollback to savepoint rowhouse_copy');

    return null;
  }
};

/** The columns of a query; null where the driver does not show them. */
async function describe(text: string, run: QueryRunner): Promise<readonly TextColumn[] | null> {
  const statement = new DriverStatement(`select * from (\n${text}\n) as described limit 0`);
  await run(queryOf(statement));
  const { parserOf } = statement;
  if (!statement.isSubmitted || statement.binary || parserOf === null) return null;

  // What it does with types that it does not know.
  const asText = parserOf(0);

  return statement.fields.map(({ name, dataTypeID: type }) => ({
    name,
    read: parserOf(type),
    isText: parserOf(type) === asText,
  }));
}

/** Full blocks that wait, for which more rows are received. */
const ahead = 4;

async function* copy(
  text: string,
  columns: readonly TextColumn[],
  { snapshot, size, signal }: ReadTextsOptions,
): AsyncGenerator<TextBlock> {
  const left = new AbortController();
  const statement = new DriverStatement(`copy (\n${text}\n) to stdout (format text, encoding 'UTF8')`);
  const collected = textBlocks(columns, size);
  const waiting: TextBlock[] = [];
  let failure: unknown = null;
  let isEnded = false;
  let news = Promise.withResolvers<void>();

  statement.onCopyData = (row) => {
    try {
      const block = collected.add(row);
      if (block === null) return;
      waiting.push(block);
      if (waiting.length >= ahead) statement.pause();
      news.resolve();
    } catch (error) {
      failure ??= error;
      left.abort(error);
    }
  };
  /** Lets the server end the statement, which it cannot while nobody reads. */
  const discard = () => {
    statement.onCopyData = () => undefined;
    statement.resume();
    news.resolve();
  };

  const stop = signal ? AbortSignal.any([signal, left.signal]) : left.signal;
  stop.addEventListener('abort', discard, { once: true });
  // It would end the statement however it goes, where it ended no block of a cursor.
  await snapshot.read(CompiledQuery.raw('set local statement_timeout = 0') as CompiledQuery<object>, stop);
  const running = snapshot
    .read(queryOf(statement), stop)
    .catch((error: unknown) => {
      failure ??= error;
    })
    .finally(() => {
      isEnded = true;
      news.resolve();
    });

  try {
    for (;;) {
      signal?.throwIfAborted();
      if (failure !== null) throw failure;
      const block = waiting.shift() ?? (isEnded ? collected.rest() : undefined);
      if (block === null) return;
      if (block === undefined) {
        await news.promise;
        news = Promise.withResolvers();
      } else {
        if (waiting.length < ahead) statement.resume();
        yield block;
        collected.reuse(block);
      }
    }
  } finally {
    stop.removeEventListener('abort', discard);
    if (!isEnded) {
      discard();
      left.abort(new Error('The rows are not needed any more.'));
      await running;
    }
  }
}

function queryOf(statement: DriverStatement): CompiledQuery<object> {
  return { ...CompiledQuery.raw(''), sql: statement as unknown as string } as CompiledQuery<object>;
}

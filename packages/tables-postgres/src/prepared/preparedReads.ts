/** A statement of a connection; its messages and columns are known once it has been run. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  described?: Described;
}

interface Described {
  readonly messages: Buffer;
  readonly fields: readonly Field[];
  readonly parsers: readonly ((text: string) => unknown)[];
  /** A row of nulls: copies of it have one shape. */
  readonly emptyRow: Readonly<Record<string, unknown>>;
}

type Send = (...args: readonly unknown[]) => unknown;
type Callback = (error: unknown, result: unknown) => void;

/** What is used of `pg`; not all of it is documented. */
interface PgClient {
  readonly binary?: boolean;
  readonly connection: PgConnection;
  getTypeParser(type: number, format: 'text'): (text: string) => unknown;
}

interface PgConnection {
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly stream: { write(messages: Buffer): unknown };
}

interface PgQuery {
  name: string;
  readonly _result: { fields: readonly Field[]; addRow(row: unknown): void };
  _canceledDueToError: unknown;
  submit(connection: PgConnection): Error | null;
  handleRowDescription(description: { readonly fields: readonly Field[] }): void;
  handleDataRow(row: { readonly fields: readonly (string | null)[] }): void;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

type QueryClass = new (text: string, callback: Callback) => PgQuery;

/**
 * Runs a prepared statement without parameters on a client of `pg`. The messages of such a statement are the same each
 * time, and so are its columns: PostgreSQL refuses to run it after they have changed. From the second time on, they are
 * sent as one buffer, and PostgreSQL is not asked for the columns.
 */
export function preparedReads(
  client: object,
  send: Send,
): (statement: PreparedStatement) => Promise<unknown> {
  const Query = queryClassOf(client);
  if (Query === null) return async ({ name, text }) => send({ name, text });

  class PreparedRead extends Query {
    readonly #statement: PreparedStatement;
    /** Null while the columns are read from PostgreSQL. */
    #described: Described | null = null;

    constructor(statement: PreparedStatement, callback: Callback) {
      super(statement.text, callback);
      this.name = statement.name;
      this.#statement = statement;
    }

    override submit(connection: PgConnection): Error | null {
      const { name, text, described } = this.#statement;
      if (!described || connection.parsedStatements[name] !== text) return super.submit(connection);
      this.#described = described;
      this._result.fields = described.fields;
      connection.stream.write(described.messages);

      return null;
    }

    override handleRowDescription(description: { readonly fields: readonly Field[] }): void {
      this.#statement.described = describe(this.#statement.name, description.fields, client as PgClient);
      super.handleRowDescription(description);
    }

    override handleDataRow(message: { readonly fields: readonly (string | null)[] }): void {
      if (this.#described === null) super.handleDataRow(message);
      else if (!this._canceledDueToError) this.#addRow(message.fields, this.#described);
    }

    #addRow(values: readonly (string | null)[], described: Described): void {
      try {
        this._result.addRow(readRow(values, described));
      } catch (error) {
        this._canceledDueToError = error;
      }
    }
  }

  return (statement) =>
    new Promise((resolve, reject) => {
      send(new PreparedRead(statement, (error, result) => (error ? reject(error) : resolve(result))));
    });
}

/** Null for a client of another kind, such as `pg-native`, and for one that reads values as bytes. */
function queryClassOf(client: object): QueryClass | null {
  const { Query } = client.constructor as { Query?: QueryClass };
  const { connection, binary } = client as Partial<PgClient>;

  return Query && connection?.parsedStatements && connection.stream && !binary ? Query : null;
}

function describe(name: string, fields: readonly Field[], client: PgClient): Described {
  return {
    messages: messagesOf(name),
    fields,
    parsers: fields.map(({ dataTypeID }) => client.getTypeParser(dataTypeID, 'text')),
    emptyRow: Object.fromEntries(fields.map((field) => [field.name, null])),
  };
}

function readRow(values: readonly (string | null)[], { fields, parsers, emptyRow }: Described) {
  const row: Record<string, unknown> = { ...emptyRow };
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as string | null;
    row[(fields[at] as Field).name] = value === null ? null : (parsers[at] as Described['parsers'][0])(value);
  }

  return row;
}

/** Bind without parameters, for results as text; Execute for all rows; Sync. */
function messagesOf(name: string): Buffer {
  return Buffer.concat([
    message('B', `\0${name}\0\0\0\0\0\0\0`),
    message('E', '\0\0\0\0\0'),
    message('S', ''),
  ]);
}

/** A message of the protocol: its letter, and the length of what follows with that of the length itself. */
function message(letter: string, content: string): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(4 + content.length, 1);

  return Buffer.concat([head, Buffer.from(content, 'latin1')]);
}

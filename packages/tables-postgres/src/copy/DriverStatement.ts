/** What `pg` shows of a connection to a statement that it runs. */
interface DriverConnection {
  query(text: string): void;
  readonly stream: { pause(): void; resume(): void };
}

interface ResultField {
  readonly name: string;
  readonly dataTypeID: number;
}

/** How the driver turns texts of a type into values. */
export type ParserOf = (type: number) => (text: string) => unknown;

interface ResultTypes {
  getTypeParser(type: number, format: 'text'): (text: string) => unknown;
}

/** Milliseconds, the longest that a timer takes: the time limit of an export is its signal. */
const noTimeout = 2 ** 31 - 1;

/**
 * A statement that sees the messages of the server. `pg` lets any object with `submit` run a statement on its connection,
 * as its cursors do, and Kysely passes on as SQL what it is given: so it runs in the transaction of other queries, and ends
 * with the promise of its query. For loggers it is the text of the statement; other drivers take it for that, too, and then
 * `isSubmitted` stays false.
 */
export class DriverStatement extends String {
  isSubmitted = false;
  /** Set by `pg`, which reads results in the binary format then. */
  binary = false;
  fields: readonly ResultField[] = [];
  /** Called with each row of COPY. It is over before the next message is read, which may overwrite the bytes. */
  onCopyData: (row: Uint8Array) => void = () => undefined;
  /** Replaces the `query_timeout` of the driver, which would end neither the statement nor its rows. */
  readonly query_timeout = noTimeout;
  /** Clears the timer of that. Set by `pg`. */
  callback: (() => void) | undefined = undefined;
  /** Filled by `pg`. */
  readonly _result: { _types?: ResultTypes } = {};
  readonly #ended = Promise.withResolvers<object>();
  #connection: DriverConnection | null = null;

  /** The parsers that rows of this connection get; null where they are not known. */
  get parserOf(): ParserOf | null {
    const types = this._result._types;

    return types ? (type) => types.getTypeParser(type, 'text') : null;
  }

  // biome-ignore lint/suspicious/noThenProperty: Kysely awaits what `pg` returns, which is the statement itself.
  get then() {
    return this.#ended.promise.then.bind(this.#ended.promise);
  }

  /** Stops reading from the server, which then stops sending. */
  pause(): void {
    this.#connection?.stream.pause();
  }

  resume(): void {
    this.#connection?.stream.resume();
  }

  /** Returns an error if nothing was sent. */
  submit(connection: Partial<DriverConnection>): Error | undefined {
    if (typeof connection.stream?.pause !== 'function') {
      const refusal = new Error('The driver does not expose the messages of the server.');
      process.nextTick(() => this.handleError(refusal));

      return refusal;
    }

    this.isSubmitted = true;
    this.#connection = connection as DriverConnection;
    this.#connection.query(this.toString());
  }

  /** For the native client of `pg`, which continues when this is called; statements are refused there. */
  once(_event: string, done: () => void): void {
    process.nextTick(done);
  }

  handleRowDescription({ fields }: { readonly fields: readonly ResultField[] }): void {
    this.fields = fields;
  }

  handleDataRow(): void {}

  handleCommandComplete(): void {}

  handleCopyData({ chunk }: { readonly chunk: Uint8Array }): void {
    this.onCopyData(chunk);
  }

  handleError(error: unknown): void {
    this.callback?.();
    this.#ended.reject(error);
  }

  handleReadyForQuery(): void {
    this.callback?.();
    this.#ended.resolve({ command: '', rowCount: null, rows: [] });
  }
}

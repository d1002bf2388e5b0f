import type { Kysely } from 'kysely';
import type { RowsContext } from '../definition/TableAction.ts';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { CallScope } from '../runtime/CallScope.ts';
import type { ActionRun } from './ActionRun.ts';

export interface CallEnvironment {
  readonly run: ActionRun;
  readonly total: number;
  readonly transaction: Kysely<AnyDatabase>;
  /** False for calls whose failure ends the whole transaction. */
  readonly withSavepoint: boolean;
  /** Fails single rows; for a `rows` function only. */
  readonly fail?: RowsContext['fail'];
}

/** The context of one call of a function. Its savepoint scope is created on first access to `db`, which many never use. */
export class CallContext implements RowsContext<AnyDatabase> {
  readonly #place: CallEnvironment;
  #scope: CallScope | null = null;
  #ended = false;

  constructor(environment: CallEnvironment) {
    this.#place = environment;
  }

  get request() {
    return this.#place.run.query.context.request;
  }

  get user() {
    return this.#place.run.query.context.user;
  }

  get timeZone() {
    return this.#place.run.query.context.timeZone;
  }

  get signal() {
    return this.#place.run.cancel;
  }

  get runId() {
    return this.#place.run.id;
  }

  get input() {
    return this.#place.run.input;
  }

  get total() {
    return this.#place.total;
  }

  /** A standalone function, so that handlers may destructure it from the context. */
  get fail(): RowsContext['fail'] {
    return (dtRowId, message) => {
      if (this.#ended || !this.#place.fail) {
        throw new Error('fail() is for the rows of one call of rows(). Throw an error instead.');
      }
      this.#place.fail(dtRowId, message);
    };
  }

  get db() {
    if (!this.#scope) {
      this.#scope = new CallScope(this.#place.transaction, this.#place);
      if (this.#ended) this.#scope.close();
    }

    return this.#scope.db;
  }

  /** Ends the call and returns its database scope; null if the call did not use the database. */
  end(): CallScope | null {
    this.#ended = true;
    this.#scope?.close();

    return this.#scope;
  }
}

import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf calls are made meanwhile. */
export interface Caller {
  readonly userId: number | string | null;
  /** Name of the route that is being served, or of the job that runs. */
  readonly route: string | null;
}

/** A request, of which the connection matters here. */
interface Incoming {
  readonly socket?: object | null;
}

/** The scope of one incoming request. Its caller is that of the surrounding scope until `runInPlace` sets it. */
class Place {
  readonly of: Incoming;
  readonly outside: Caller | null;
  caller: Caller | null;

  constructor(of: Incoming, outside: Caller | null) {
    this.of = of;
    this.outside = outside;
    this.caller = outside;
  }
}

const callers = new AsyncLocalStorage<Caller | Place>();

/** The caller of what runs now; null outside of `runAs`. */
export function currentCaller(): Caller | null {
  const found = callers.getStore();

  return found instanceof Place ? found.caller : (found ?? null);
}

/** Runs `work`, and all that it begins, on behalf of `caller`: outbound calls are logged with his id and route. */
export function runAs<Result>(caller: Caller, work: () => Result): Result {
  return callers.run(caller, work);
}

/** Opens a scope for the current callback and everything that it starts; `runInPlace` sets its caller. */
export function keepPlace(of: Incoming): void {
  const found = callers.getStore();
  // Node 22 keeps the scope of a request for the next one of its connection, which has another caller.
  const isPrevious = found instanceof Place && found.of.socket != null && found.of.socket === of.socket;
  callers.enterWith(new Place(of, isPrevious ? found.outside : currentCaller()));
}

/** `runAs` with the place that was kept for `of`; a scope of its own where there is none. */
export function runInPlace(of: object, caller: Caller, work: () => void): void {
  const found = callers.getStore();
  if (found instanceof Place && found.of === of) {
    found.caller = caller;
    work();
  } else {
    runAs(caller, work);
  }
}

import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf calls are made. */
export interface Caller {
  readonly userId: number | string | null;
  /** Name of the route or job that is running. */
  readonly route: string | null;
}

/** A request; only its connection is used. */
interface Incoming {
  readonly socket?: object | null;
}

/** The scope of one incoming request. Its caller is that of the surrounding scope until `runAsReserved` sets it. */
class CallerSlot {
  readonly of: Incoming;
  readonly outside: Caller | null;
  caller: Caller | null;

  constructor(of: Incoming, outside: Caller | null) {
    this.of = of;
    this.outside = outside;
    this.caller = outside;
  }
}

const callers = new AsyncLocalStorage<Caller | CallerSlot>();

/** The current caller; null outside of `runAs`. */
export function currentCaller(): Caller | null {
  const found = callers.getStore();

  return found instanceof CallerSlot ? found.caller : (found ?? null);
}

/** Runs `work` on behalf of `caller`: outbound calls during it, also asynchronous ones, are logged with its user and route. */
export function runAs<Result>(caller: Caller, work: () => Result): Result {
  return callers.run(caller, work);
}

/** Reserves a slot for the rest of the current callback, for `runAsReserved` to set the caller. */
export function reserveCaller(of: Incoming): void {
  const found = callers.getStore();
  // Node 22 keeps the scope of a request for the next one of its connection, which has another caller.
  const isPrevious = found instanceof CallerSlot && found.of.socket != null && found.of.socket === of.socket;
  callers.enterWith(new CallerSlot(of, isPrevious ? found.outside : currentCaller()));
}

/** As `runAs`, in the slot reserved for `of`; in a new scope if there is none. */
export function runAsReserved(of: object, caller: Caller, work: () => void): void {
  const found = callers.getStore();
  if (found instanceof CallerSlot && found.of === of) {
    found.caller = caller;
    work();
  } else {
    runAs(caller, work);
  }
}

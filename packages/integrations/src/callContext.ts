import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf calls are made. */
export interface Caller {
  readonly userId: number | string | null;
  /** Name of the route or job that is running. */
  readonly route: string | null;
}

/** Holds a caller that becomes known later; until then the outer caller. */
class CallerSlot {
  readonly of: object;
  caller: Caller | null;

  constructor(of: object, caller: Caller | null) {
    this.of = of;
    this.caller = caller;
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
export function reserveCaller(of: object): void {
  callers.enterWith(new CallerSlot(of, currentCaller()));
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

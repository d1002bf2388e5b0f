import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf calls are made meanwhile. */
export interface Caller {
  readonly userId: number | string | null;
  /** Name of the route that is being served, or of the job that runs. */
  readonly route: string | null;
}

/** Where a caller will be named who is not known yet. Until then, whoever is the caller outside stays so. */
class Place {
  readonly of: object;
  caller: Caller | null;

  constructor(of: object, caller: Caller | null) {
    this.of = of;
    this.caller = caller;
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

/** For the rest of the callback that runs now, and all that it begins: keeps a place for the caller in `runInPlace`. */
export function keepPlace(of: object): void {
  callers.enterWith(new Place(of, currentCaller()));
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

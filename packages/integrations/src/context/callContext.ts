import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf calls are made meanwhile. */
export interface Caller {
  readonly userId: number | string | null;
  /** Name of the route that is being served, or of the job that runs. */
  readonly route: string | null;
}

const callers = new AsyncLocalStorage<Caller>();

/** The caller of what runs now; null outside of `runAs`. */
export function currentCaller(): Caller | null {
  return callers.getStore() ?? null;
}

/** Runs `work`, and all that it begins, on behalf of `caller`: outbound calls are logged with his id and route. */
export function runAs<Result>(caller: Caller, work: () => Result): Result {
  return callers.run(caller, work);
}

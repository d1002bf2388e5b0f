import type { CallFailure } from './FailureReports.ts';

/** Equal failures within a window: of the same endpoint or route, method, and status or kind of error. */
export interface FailureGroup {
  /** Of this group and window alone, the same in all processes: a key for notifications that are told once. */
  readonly key: string;
  /**
   * `opened` at the first failure: for what may change later, as a notice in the application. `closed` when the window
   * is over: for what cannot, as a mail; `count` is final then. Both come for every group, also when it has one failure.
   */
  readonly stage: 'opened' | 'closed';
  /** Failures so far. */
  readonly count: number;
  /** The first one. */
  readonly failure: CallFailure;
  readonly startedAt: Date;
  readonly endsAt: Date;
  /** Whether it stands for many different failures, since there were too many groups. */
  readonly isOverflow: boolean;
}

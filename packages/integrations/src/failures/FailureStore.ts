/** What processes share, so that equal failures in all of them make one group. */
export interface FailureStore {
  /** Begins a window of the group, or joins the one that is open. */
  join(group: string, startsAt: Date, endsAt: Date): Promise<FailureWindow>;
  /** Adds the failures that this process counted in the window, at its end. */
  add(window: string, count: number): Promise<void>;
  /** The sum, for the one who asks first; null for all others. */
  take(window: string): Promise<number | null>;
}

export interface FailureWindow {
  /** Of this window alone. */
  readonly id: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Whether this call of `join` began it. */
  readonly isNew: boolean;
}

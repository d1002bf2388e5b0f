/** Why no response came. */
export type FailureReason =
  | 'dns'
  | 'refused'
  | 'reset'
  | 'timeout'
  | 'too_large'
  | 'aborted'
  | 'redirect'
  | 'other';

/** How an attempt ended. */
export type Outcome =
  | {
      readonly status: number;
      /** Milliseconds. */
      readonly retryAfter: number | null;
      /** The response is a failure by what it says, whatever its status: a SOAP fault. */
      readonly isFault?: boolean;
    }
  | { readonly reason: FailureReason; readonly mayHaveArrived: boolean };

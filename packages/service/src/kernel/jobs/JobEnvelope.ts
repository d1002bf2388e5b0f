/** What is stored with a job in its queue. */
export interface JobEnvelope {
  /** Name of the kind. */
  readonly kind: string;
  readonly data: object;
  /** Attempts that the job had before it was handed back; it is a new one for the queue then. */
  readonly earlier?: number;
}

/** Null for what no process of this service has sent. */
export function readEnvelope(stored: unknown): JobEnvelope | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { kind, data, earlier = 0 } = stored as Partial<JobEnvelope>;
  if (typeof kind !== 'string' || typeof data !== 'object' || data === null || !Number.isInteger(earlier))
    return null;

  return { kind, data, earlier };
}

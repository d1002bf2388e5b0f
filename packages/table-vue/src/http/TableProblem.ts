/** What can go wrong with a request, as a person has to react to it. */
export type ProblemKind =
  /** No answer: no network, or the server is away. */
  | 'offline'
  /** 401. */
  | 'signed-out'
  /** 403. */
  | 'forbidden'
  /** 404, 405, 410. */
  | 'missing'
  /** 400, 409, 413, 414, 415, 422. */
  | 'refused'
  /** 429. */
  | 'busy'
  /** 408, 502, 503, 504. */
  | 'unavailable'
  /** Any other status. */
  | 'failed'
  /** An answer that is not what the table protocol promises, such as a page of HTML. */
  | 'malformed';

/** What a request was for. */
export type RequestPurpose = 'init' | 'data' | 'action' | 'options';

/** A failed request, in words for a person. */
export interface TableProblem {
  readonly kind: ProblemKind;
  /** Null without an answer. */
  readonly status: number | null;
  /** One sentence for a person; the server's own where it sent one. */
  readonly message: string;
  /** Field path → what is wrong with it: of the request on 422, of the answer when it is malformed. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Milliseconds after which the table asks again by itself; null when it does not. */
  readonly retryAfter: number | null;
  /** What failed. */
  readonly request: RequestPurpose;
}

/** Raised where a request fails. */
export class TableFailure extends Error {
  override readonly name = 'TableFailure';
  readonly problem: TableProblem;

  constructor(problem: TableProblem, options?: ErrorOptions) {
    super(problem.message, options);
    this.problem = problem;
  }
}

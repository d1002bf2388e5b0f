/** What a check has looked at, and what was wrong with it. */
export interface Checked {
  /** In the words of the report: of how many, and what. */
  readonly facts: readonly Fact[];
  /** One sentence each; none when all is well. */
  readonly findings: readonly string[];
}

export interface Fact {
  readonly what: string;
  readonly count: number;
  /** Of those. */
  readonly lost: number;
  readonly remark: string;
}

/** Where a bearer token comes from. One object for all calls that share the token. */
export interface Token {
  /** Names the token among processes: with it, refreshes go through the client's `lock`. */
  readonly key?: string;
  /** The token in force. */
  current(): Promise<string> | string;
  /** Gets a new one, which `current` answers from then on. Never called twice at the same time. */
  refresh(): Promise<void>;
}

/** A PostgreSQL server that runs for this process. */
export interface EmbeddedPostgres {
  /** Connection address of the database, with the password. Stays the same when the server is restarted. */
  readonly url: string;
  readonly clusterFolder: string;
  /** True when another process started it and will stop it. */
  readonly borrowed: boolean;
  /** Process id of the server; null while it is being restarted. */
  pid(): number | null;
  state(): 'running' | 'restarting' | 'stopped';
  /** Ends the server and gives the folder free; does nothing to a borrowed one. */
  stop(): Promise<void>;
}

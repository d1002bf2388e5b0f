/** Settings of every contender's server. */
export interface ServerSettings {
  readonly databaseUrl: string;
  readonly poolSize: number;
}

export const serverSettings = JSON.parse(process.argv[2] ?? '{}') as ServerSettings;

/** Tells the parent where the server listens. */
export function ready(address: string): void {
  process.send?.(address);
}

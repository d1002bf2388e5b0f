import type { Config } from '../config/Config.ts';
import type { EmbeddedPostgres } from '../database/embedded/EmbeddedPostgres.ts';
import { version } from '../http/version.ts';
import type { Credentials } from '../users/firstAdministrator.ts';

export interface StartFacts {
  readonly address: string;
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl'>;
  readonly embedded: Pick<EmbeddedPostgres, 'clusterFolder'> | null;
  readonly logFile: string | null;
  readonly firstAdministrator: Credentials | null;
  readonly apiKey: string | null;
}

/** What the operator has to know once the service accepts requests. Secrets in it are shown nowhere else. */
export function startMessage(facts: StartFacts): string {
  const { address, config, embedded, logFile, firstAdministrator, apiKey } = facts;
  const lines: [string, string][] = [['Open', address]];
  if (firstAdministrator !== null) {
    lines.push(['Sign in', `${firstAdministrator.email} with password ${firstAdministrator.password}`]);
    if (apiKey !== null) lines.push(['API key', `${apiKey} (send it as x-api-key)`]);
    lines.push(['', 'Note these down: they are shown this once.']);
  } else {
    lines.push(['Sign in', 'as before; "rowhouse user:create" makes another account']);
  }
  lines.push(['Endpoints', `${address}/docs`]);
  lines.push([
    'Database',
    embedded?.clusterFolder ?? `${new URL(config.databaseUrl ?? 'postgresql://').host} (DATABASE_URL)`,
  ]);
  lines.push(['Files', config.dataDir]);
  if (logFile !== null) lines.push(['Log', logFile]);
  lines.push(['Stop', 'Ctrl+C']);
  const body = lines.map(([name, text]) => `  ${name.padEnd(10)} ${text}`).join('\n');
  return `\nRowhouse ${version} is running.\n\n${body}\n`;
}

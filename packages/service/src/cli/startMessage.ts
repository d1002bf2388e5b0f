import type { EmbeddedPostgres } from '@rowhouse/embedded-postgres';
import { commandLine, version } from '../base/commandLine.ts';
import type { Config } from '../kernel/config/Config.ts';
import { urlsOfHosts } from '../kernel/database/primaryHost.ts';
import { outboxFolder } from '../kernel/mail/createMailer.ts';
import type { Credentials } from '../modules/users/administrators.ts';
import { databaseReport, type FoundDatabase } from '../tables/databases/index.ts';

export interface StartFacts {
  readonly address: string;
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'files' | 'mail'>;
  readonly embedded: Pick<EmbeddedPostgres, 'clusterFolder'> | null;
  readonly logFile: string | null;
  /** Whether the pages are built. */
  readonly pagesBuilt: boolean;
  /** Served databases besides the service's own. */
  readonly databases: readonly FoundDatabase[];
  /** Fault of the pages of the application's modules. */
  readonly modulePages: 'not built' | 'older' | null;
  readonly firstAdministrator: Credentials | null;
  /** E-mail address of an active administrator; null if there is none. */
  readonly administrator: string | null;
  /** Name of a role that has permissions. */
  readonly role: string;
  readonly apiKey: string | null;
}

/** The message after the start. Its secrets are shown only here. */
export function startMessage(facts: StartFacts): string {
  const { address, config, embedded, logFile, pagesBuilt } = facts;
  const lines: [string, string][] = [['Open', address]];
  if (!pagesBuilt) lines.push(['', 'without its pages: run "npm run build:pages" and restart']);
  if (facts.modulePages === 'not built')
    lines.push(['', `without the pages of its modules: run "${commandLine('build')}" and restart`]);
  if (facts.modulePages === 'older')
    lines.push(['', `with outdated pages: run "${commandLine('build')}" to build them again`]);
  lines.push(...signInLines(facts));
  lines.push(['Endpoints', `${address}/docs`]);
  lines.push([
    'Database',
    embedded?.clusterFolder ?? `${hostsOf(config.databaseUrl ?? 'postgresql://')} (DATABASE_URL)`,
  ]);
  for (const served of facts.databases) {
    databaseReport(served).forEach((line, index) => {
      lines.push([index === 0 ? 'Serves' : '', line]);
    });
  }
  lines.push(['Files', filesText(config)], ['Mail', mailLine(config)]);
  if (logFile !== null) lines.push(['Log', logFile]);
  lines.push(['New user', commandLine(`user:create --email ada@example.com --role ${facts.role}`)]);
  lines.push(['Stop', 'Ctrl+C']);
  const body = lines.map(([name, text]) => `  ${name.padEnd(10)} ${text}`).join('\n');
  return `\nRowhouse ${version} is running.\n\n${body}\n`;
}

function mailLine({ dataDir, mail: { from, smtp } }: StartFacts['config']): string {
  return smtp === null
    ? `${outboxFolder(dataDir)} as files: no SMTP server is configured`
    : `via ${smtp.host}:${smtp.port}, from ${from}`;
}

function signInLines({ firstAdministrator, administrator, apiKey }: StartFacts): [string, string][] {
  if (firstAdministrator !== null) {
    return [
      ['Sign in', `${firstAdministrator.email} with password ${firstAdministrator.password}`],
      ...(apiKey === null ? [] : ([['API key', `${apiKey} (send it as x-api-key)`]] as [string, string][])),
      ['', 'Store these now: they are shown only once.'],
    ];
  }
  if (administrator === null) {
    const command = commandLine('user:create --email admin@example.com --role administrator');
    return [['Sign in', `no active administrator; create one: ${command}`]];
  }

  return [
    ['Sign in', administrator],
    ['', `another password: ${commandLine(`user:password --email ${administrator}`)}`],
  ];
}

/** Where files are stored, for the operator. */
export function filesText({ dataDir, files }: Pick<Config, 'dataDir' | 'files'>): string {
  return files.driver === 'local' ? dataDir : `the bucket ${files.bucket}; local files in ${dataDir}`;
}

function hostsOf(url: string): string {
  return urlsOfHosts(url)
    .map((one) => new URL(one).host)
    .join(', ');
}

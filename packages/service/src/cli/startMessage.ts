import type { EmbeddedPostgres } from '@rowhouse/embedded-postgres';
import { commandLine, version } from '../base/commandLine.ts';
import type { Config } from '../kernel/config/Config.ts';
import { urlsOfHosts } from '../kernel/database/primaryHost.ts';
import { outboxFolder } from '../kernel/mail/createMailer.ts';
import type { StartLine, StartNotes } from '../kernel/module/Lifecycle.ts';
import { databaseReport, type IntrospectedDatabase } from '../tables/databases/index.ts';

export interface StartFacts {
  readonly address: string;
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'files' | 'mail'>;
  readonly embedded: Pick<EmbeddedPostgres, 'clusterFolder'> | null;
  readonly logFile: string | null;
  /** Whether the pages are built. */
  readonly pagesBuilt: boolean;
  /** Served databases besides the service's own. */
  readonly databases: readonly IntrospectedDatabase[];
  /** Fault of the pages of the application's modules. */
  readonly modulePages: 'not built' | 'older' | null;
  /** Lines of the modules. */
  readonly notes: Required<StartNotes>;
}

/** The message after the start. Its secrets are shown only here. */
export function startMessage(facts: StartFacts): string {
  const { address, config, embedded, logFile, pagesBuilt } = facts;
  const lines: StartLine[] = [['Open', address]];
  if (!pagesBuilt) lines.push(['', 'without its pages: run "npm run build:pages" and restart']);
  if (facts.modulePages === 'not built')
    lines.push(['', `without the pages of its modules: run "${commandLine('build')}" and restart`]);
  if (facts.modulePages === 'older')
    lines.push(['', `with outdated pages: run "${commandLine('build')}" to build them again`]);
  lines.push(...facts.notes.first);
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
  lines.push(...facts.notes.next, ['Stop', 'Ctrl+C']);
  const body = lines.map(([name, text]) => `  ${name.padEnd(10)} ${text}`).join('\n');
  return `\nRowhouse ${version} is running.\n\n${body}\n`;
}

function mailLine({ dataDir, mail: { from, smtp } }: StartFacts['config']): string {
  return smtp === null
    ? `${outboxFolder(dataDir)} as files: no SMTP server is configured`
    : `via ${smtp.host}:${smtp.port}, from ${from}`;
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

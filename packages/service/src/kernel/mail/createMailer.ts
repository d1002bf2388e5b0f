import { join } from 'node:path';
import type { Config } from '../config/Config.ts';
import type { Mailer } from './Mailer.ts';
import { outboxMailer } from './outboxMailer.ts';
import { smtpMailer } from './smtpMailer.ts';

/** Sends by the configured SMTP server or, without one, writes each mail as a file into `{dataDir}/outbox`. */
export function createMailer({
  mail,
  baseUrl,
  dataDir,
}: Pick<Config, 'mail' | 'baseUrl' | 'dataDir'>): Mailer {
  const sender = { from: mail.from, host: new URL(baseUrl).hostname };

  return mail.smtp === null ? outboxMailer(outboxFolder(dataDir), sender) : smtpMailer(mail.smtp, sender);
}

export function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}

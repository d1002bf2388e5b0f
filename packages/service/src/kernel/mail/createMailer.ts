import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Config } from '../config/Config.ts';
import { composeMail, type Sender } from './composeMail.ts';
import { MailError } from './MailError.ts';
import type { Mailer } from './Mailer.ts';
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

/**
 * Writes each mail as one .eml file, as it would have been sent; mail programs open them. The names sort by the time of
 * the message, and a repeated delivery replaces its file. Only whole files have that ending.
 */
function outboxMailer(folder: string, sender: Sender): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  return {
    send: async (mail, signal) => {
      signal?.throwIfAborted();
      const { message } = await transport.sendMail(composeMail(mail, sender));
      const name = `${mail.createdAt.toISOString().replaceAll(':', '-')}-${mail.id}.eml`;
      const partial = join(folder, `${name}.${randomBytes(6).toString('hex')}.partial`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(partial, message as Buffer, { mode: 0o600, flush: true });
        await rename(partial, join(folder, name));
      } catch (cause) {
        await rm(partial, { force: true }).catch(() => undefined);
        throw new MailError(`${folder} cannot be written: ${(cause as Error).message}`, 'outbox', { cause });
      }
    },
    close: () => transport.close(),
  };
}

import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer, { type NodemailerError, type SendMailOptions } from 'nodemailer';
import type { Config, SmtpConfig } from '../config/Config.ts';
import { escapeHtml, type Mail, MailError, type Mailer, type MailReason } from './Mailer.ts';

/** Sends through the configured SMTP server; without one, writes each mail to a file in `{dataDir}/outbox`. */
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
 * Writes each mail as an .eml file, which mail programs open. File names sort by time; a repeated delivery replaces its file.
 * Incomplete files have another extension.
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

/** Sends through an SMTP server with a connection pool. */
function smtpMailer({ host, port, secure, user, password }: SmtpConfig, sender: Sender): Mailer {
  const transport = nodemailer.createTransport({
    pool: true,
    maxConnections: 3,
    // The job queue retries, with a delay between attempts.
    maxRequeues: 0,
    idleTimeout: 20_000,
    host,
    port,
    secure,
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    send: async (mail, signal) => {
      try {
        await transport.sendMail({
          ...composeMail(mail, sender),
          // The only recipient, whatever the name contains.
          envelope: { from: addressOf(sender.from), to: [mail.to.address] },
          ...(signal !== undefined && { signal }),
        });
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof MailError) throw error;
        throw mailError(error as NodemailerError);
      }
    },
    close: () => transport.close(),
  };
}

function addressOf(from: string): string {
  return /<([^>]+)>/.exec(from)?.[1] ?? from;
}

/**
 * A 5xx refusal of the recipient or the message is permanent. Everything else may be temporary: an unavailable or busy server
 * (4xx), and credentials that the operator corrects.
 */
function mailError(error: NodemailerError): MailError {
  const { code, responseCode, response, message, permanent = true } = error;
  const reason = reasonOf(error);
  const isPermanent = permanent && (reason === 'recipient' || reason === 'message');
  const text = `${[code, responseCode].filter(Boolean).join(' ')}: ${response ?? message}`;

  // Without the cause, which contains the conversation with the server.
  return new MailError(text, reason, { isPermanent });
}

/** Authentication is required, or was refused. */
const credentialCodes: readonly (number | undefined)[] = [530, 534, 535, 538];

function reasonOf({ code, command, responseCode }: NodemailerError): MailReason {
  if (code === 'EAUTH' || code === 'ENOAUTH' || credentialCodes.includes(responseCode)) return 'credentials';
  if (code === 'EMESSAGE') return 'message';
  // The sender, the message or the recipient was refused.
  if (code === 'EENVELOPE') return command === 'MAIL FROM' || command === 'DATA' ? 'message' : 'recipient';

  return responseCode === undefined ? 'unreachable' : 'deferred';
}

interface Sender {
  /** `Rowhouse <rowhouse@example.com>` or the address alone. */
  readonly from: string;
  /** Host name of the service, for message ids. */
  readonly host: string;
}

/** Options for nodemailer. @throws MailError if the recipient is not exactly one address. */
export function composeMail(mail: Mail, { from, host }: Sender): SendMailOptions {
  const { name, address } = mail.to;
  if (!/^[^\s<>,;:"@\p{Cc}]+@[^\s<>,;:"@\p{Cc}]+$/u.test(address)) {
    throw new MailError('The recipient has no valid e-mail address.', 'recipient', {
      isPermanent: true,
    });
  }

  return {
    from,
    // nodemailer encodes line breaks that would start another header; tested.
    to: { name, address },
    subject: mail.subject,
    ...(mail.text !== '' && { text: mail.text }),
    html:
      `<!doctype html>\n<html lang="${escapeHtml(mail.language)}">\n<head><meta charset="utf-8">` +
      `<title>${escapeHtml(mail.subject)}</title></head>\n<body>\n${mail.html}\n</body>\n</html>\n`,
    messageId: `<${mail.id}@${host.replace(/[^A-Za-z0-9.-]/g, '') || 'localhost'}>`,
    // Suppresses automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

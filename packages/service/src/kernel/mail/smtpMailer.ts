import nodemailer, { type NodemailerError } from 'nodemailer';
import type { SmtpConfig } from '../config/Config.ts';
import { composeMail, type Sender } from './composeMail.ts';
import { MailError, type MailReason } from './MailError.ts';
import type { Mailer } from './Mailer.ts';

/** Sends through an SMTP server, over a few connections that are kept for a while. */
export function smtpMailer({ host, port, secure, user, password }: SmtpConfig, sender: Sender): Mailer {
  const transport = nodemailer.createTransport({
    pool: true,
    maxConnections: 3,
    // A message whose connection broke goes back to the queue of jobs, which waits between attempts.
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
          // Whatever the name of the recipient looks like, the mail goes to this one address.
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
 * A refusal for good (5xx) of this recipient or this message is no use trying again. All else may pass: a server that
 * is away or busy (4xx), and credentials that the operator corrects meanwhile.
 */
function mailError(error: NodemailerError): MailError {
  const { code, responseCode, response, message, permanent = true } = error;
  const reason = reasonOf(error);
  const isPermanent = permanent && (reason === 'recipient' || reason === 'message');
  const text = `${[code, responseCode].filter(Boolean).join(' ')}: ${response ?? message}`;

  // Without the cause, which holds the conversation with the server.
  return new MailError(text, reason, { isPermanent });
}

/** Authentication is required, or was refused. */
const credentialCodes: readonly (number | undefined)[] = [530, 534, 535, 538];

function reasonOf({ code, command, responseCode }: NodemailerError): MailReason {
  if (code === 'EAUTH' || code === 'ENOAUTH' || credentialCodes.includes(responseCode)) return 'credentials';
  if (code === 'EMESSAGE') return 'message';
  // Of the sender, of the message or, by the server or the library, of the recipient.
  if (code === 'EENVELOPE') return command === 'MAIL FROM' || command === 'DATA' ? 'message' : 'recipient';

  return responseCode === undefined ? 'unreachable' : 'deferred';
}

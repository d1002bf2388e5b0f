import type { SendMailOptions } from 'nodemailer';
import { escapeHtml } from './escapeHtml.ts';
import { MailError } from './MailError.ts';
import type { Mail } from './Mailer.ts';

export interface Sender {
  /** `Rowhouse <rowhouse@example.com>` or the address alone. */
  readonly from: string;
  /** Host name of the service, which makes the ids of its mails its own. */
  readonly host: string;
}

/** A mail as the library takes it. Throws a MailError when it is not addressed to one address. */
export function composeMail(mail: Mail, { from, host }: Sender): SendMailOptions {
  const { name, address } = mail.to;
  if (!/^[^\s<>,;:"@\p{Cc}]+@[^\s<>,;:"@\p{Cc}]+$/u.test(address)) {
    throw new MailError('The recipient has no valid e-mail address.', 'recipient', {
      isPermanent: true,
    });
  }

  return {
    from,
    // The library encodes what would otherwise begin another header; a test tries.
    to: { name, address },
    subject: mail.subject,
    ...(mail.text !== '' && { text: mail.text }),
    html:
      `<!doctype html>\n<html lang="${escapeHtml(mail.language)}">\n<head><meta charset="utf-8">` +
      `<title>${escapeHtml(mail.subject)}</title></head>\n<body>\n${mail.html}\n</body>\n</html>\n`,
    messageId: `<${mail.id}@${host.replace(/[^A-Za-z0-9.-]/g, '') || 'localhost'}>`,
    // No machine shall answer it.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

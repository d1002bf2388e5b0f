import type { Config } from '../kernel/config/Config.ts';
import { composeMail } from '../kernel/mail/composeMail.ts';
import type { Mail, Mailer } from '../kernel/mail/Mailer.ts';

/** Keeps mails instead of sending them. Refuses the recipients that a mail server would not be given. */
export function captureMails(): {
  readonly mails: Mail[];
  readonly createMailer: (config: Pick<Config, 'mail' | 'baseUrl'>) => Mailer;
} {
  const mails: Mail[] = [];

  return {
    mails,
    createMailer: ({ mail: { from }, baseUrl }) => ({
      send: async (mail, signal) => {
        signal?.throwIfAborted();
        composeMail(mail, { from, host: new URL(baseUrl).hostname });
        // A repeated delivery replaces the earlier one, as in the outbox.
        const index = mails.findIndex(({ id }) => id === mail.id);
        if (index === -1) mails.push(mail);
        else mails[index] = mail;
      },
      close: () => undefined,
    }),
  };
}

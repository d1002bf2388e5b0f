import type { EnglishText } from '@rowhouse/problems';
import type { MailReason } from '../../kernel/mail/Mailer.ts';

/** Why the mail of a notification is not sent, as it is stored. `inactive`: the account of its recipient is not active. */
export type StoredMailReason = MailReason | 'inactive';

const inactive = 'The e-mail was not sent: the account is not active.';

/** The texts for users while the mail is retried, and after the last attempt. */
export const mailReasons: Readonly<
  Record<StoredMailReason, { readonly waiting: EnglishText; readonly failed: EnglishText }>
> = {
  unreachable: {
    waiting: 'The mail server cannot be reached. Delivery will be retried.',
    failed: 'The e-mail was not sent: the mail server could not be reached.',
  },
  deferred: {
    waiting: 'The mail server rejects the e-mail temporarily. Delivery will be retried.',
    failed: 'The e-mail was not sent: the mail server rejected it in several attempts.',
  },
  credentials: {
    waiting: 'The mail server rejects the sign-in of the service. Delivery will be retried.',
    failed:
      'The e-mail was not sent: the mail server rejects the sign-in of the service. Contact the operator.',
  },
  recipient: {
    waiting: 'The mail server rejects your address temporarily. Delivery will be retried.',
    failed: 'The e-mail was not sent: the mail server rejects your address.',
  },
  message: {
    waiting: 'The mail server rejects the message temporarily. Delivery will be retried.',
    failed: 'The e-mail was not sent: the mail server rejects the message.',
  },
  outbox: {
    waiting: 'The e-mail could not be written to the outbox. Delivery will be retried.',
    failed: 'The e-mail could not be written to the outbox. Contact the operator.',
  },
  // Never retried.
  inactive: { waiting: inactive, failed: inactive },
};

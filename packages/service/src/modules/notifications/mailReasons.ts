import type { MailReason } from '../../kernel/mail/MailError.ts';

/** What people read about a mail that did not go out: while it is tried again, and once it is given up. */
export const mailReasons: Readonly<
  Record<MailReason, { readonly waiting: string; readonly failed: string }>
> = {
  unreachable: {
    waiting: 'The mail server cannot be reached at the moment. It will be tried again.',
    failed: 'The e-mail was not sent: the mail server could not be reached.',
  },
  deferred: {
    waiting: 'The mail server does not take the e-mail at the moment. It will be tried again.',
    failed: 'The e-mail was not sent: the mail server did not take it, in several attempts.',
  },
  credentials: {
    waiting: 'The mail server does not let the service sign in. It will be tried again.',
    failed: 'The e-mail was not sent: the mail server does not let the service sign in. Tell the operator.',
  },
  recipient: {
    waiting: 'The mail server does not take your address at the moment. It will be tried again.',
    failed: 'The e-mail was not sent: the mail server does not take your address.',
  },
  message: {
    waiting: 'The mail server does not take the message at the moment. It will be tried again.',
    failed: 'The e-mail was not sent: the mail server does not take the message.',
  },
  outbox: {
    waiting: 'The e-mail could not be written to the outbox. It will be tried again.',
    failed: 'The e-mail could not be written to the outbox. Tell the operator.',
  },
};

/** To an account that was closed after the notification. */
export const inactiveReason = 'The e-mail was not sent: the account is not active.';

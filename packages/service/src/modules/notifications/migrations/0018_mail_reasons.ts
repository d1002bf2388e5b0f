import { type Kysely, sql } from 'kysely';

/** The sentences that were stored as reasons. */
const sentences = {
  unreachable: [
    'The mail server cannot be reached. Delivery will be retried.',
    'The e-mail was not sent: the mail server could not be reached.',
  ],
  deferred: [
    'The mail server rejects the e-mail temporarily. Delivery will be retried.',
    'The e-mail was not sent: the mail server rejected it in several attempts.',
  ],
  credentials: [
    'The mail server rejects the sign-in of the service. Delivery will be retried.',
    'The e-mail was not sent: the mail server rejects the sign-in of the service. Contact the operator.',
  ],
  recipient: [
    'The mail server rejects your address temporarily. Delivery will be retried.',
    'The e-mail was not sent: the mail server rejects your address.',
  ],
  message: [
    'The mail server rejects the message temporarily. Delivery will be retried.',
    'The e-mail was not sent: the mail server rejects the message.',
  ],
  outbox: [
    'The e-mail could not be written to the outbox. Delivery will be retried.',
    'The e-mail could not be written to the outbox. Contact the operator.',
  ],
  inactive: ['The e-mail was not sent: the account is not active.'],
} as const;

/** Why a mail was not sent, as a code: the sentence is made where it is shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('notifications').addColumn('mail_reason', 'text').execute();
  for (const [reason, texts] of Object.entries(sentences)) {
    await sql`update notifications set mail_reason = ${reason} where mail_error in (${sql.join([...texts])})`.execute(
      db,
    );
  }
  await db.schema.alterTable('notifications').dropColumn('mail_error').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('notifications').addColumn('mail_error', 'text').execute();
  for (const [reason, texts] of Object.entries(sentences)) {
    await sql`update notifications
      set mail_error = case when mail_status = 'failed' then ${texts.at(-1)} else ${texts[0]} end
      where mail_reason = ${reason}`.execute(db);
  }
  await db.schema.alterTable('notifications').dropColumn('mail_reason').execute();
}

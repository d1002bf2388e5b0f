import type { Stage } from '../Stage.fixture.ts';
import type { Checked } from './Checked.fixture.ts';

/** Every mail was received: once, or once more where its process ended between the server's yes and its note of it. */
export async function checkMails({ db, smtp }: Stage): Promise<Checked> {
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'key', 'mail_status', 'mail_error'])
    .where('mail_status', 'is not', null)
    .execute();
  const received = new Map<string, number>();
  for (const { parsed } of smtp.mails) {
    const id = /^<notification-(\d+)-/.exec(parsed.messageId ?? '')?.[1] ?? '';
    received.set(id, (received.get(id) ?? 0) + 1);
  }
  const findings = rows.flatMap(({ id, key, mail_status: status, mail_error: error }) => [
    ...(status === 'sent' ? [] : [`mail of ${key} is ${status}: ${error}`]),
    ...(received.has(id) ? [] : [`mail of ${key} was not received`]),
  ]);
  const twice = [...received.values()].filter((times) => times > 1).length;

  return {
    facts: [
      {
        what: 'mails to be sent',
        count: rows.length,
        lost: rows.filter(({ id }) => !received.has(id)).length,
        remark: `${twice} received twice`,
      },
    ],
    findings,
  };
}

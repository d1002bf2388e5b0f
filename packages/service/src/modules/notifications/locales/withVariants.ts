import type { Dictionary } from '../../../kernel/language/translate.ts';
import { withOlderTexts } from '../../../kernel/language/withOlderTexts.ts';

/** Bodies of notifications of failed API calls, to which a line with the user may be added. */
const failures = [
  'At {since}: {outcome}\nEqual failures are counted until {until}.',
  'Once, at {since}: {outcome}',
  '{count} times since {since}: {outcome}',
  'Since {since}, too many different calls have failed to report each one. One of them: {method} {address}: {outcome}',
  '{count} failures since {since}, in too many different calls to report each one. One of them: {method} {address}: {outcome}',
];

/** Such bodies that earlier releases have stored → the present ones of the same meaning. */
const olderFailures: Readonly<Record<string, string>> = {
  'Since {since}, more different calls have failed than are told one by one. One of them: {method} {address}: {outcome}':
    'Since {since}, too many different calls have failed to report each one. One of them: {method} {address}: {outcome}',
  '{count} times since {since}, in calls too different to be told one by one. One of them: {method} {address}: {outcome}':
    '{count} failures since {since}, in too many different calls to report each one. One of them: {method} {address}: {outcome}',
};

/** Other texts of notifications that earlier releases have stored → the present texts of the same meaning. */
const olderTexts: Readonly<Record<string, string>> = {
  'A call of another program failed here: {method} {address}':
    'A call from another program failed: {method} {address}',
  'The mail server cannot be reached at the moment. It will be tried again.':
    'The mail server cannot be reached. Delivery will be retried.',
  'The mail server does not take the e-mail at the moment. It will be tried again.':
    'The mail server rejects the e-mail temporarily. Delivery will be retried.',
  'The e-mail was not sent: the mail server did not take it, in several attempts.':
    'The e-mail was not sent: the mail server rejected it in several attempts.',
  'The mail server does not let the service sign in. It will be tried again.':
    'The mail server rejects the sign-in of the service. Delivery will be retried.',
  'The e-mail was not sent: the mail server does not let the service sign in. Tell the operator.':
    'The e-mail was not sent: the mail server rejects the sign-in of the service. Contact the operator.',
  'The mail server does not take your address at the moment. It will be tried again.':
    'The mail server rejects your address temporarily. Delivery will be retried.',
  'The e-mail was not sent: the mail server does not take your address.':
    'The e-mail was not sent: the mail server rejects your address.',
  'The mail server does not take the message at the moment. It will be tried again.':
    'The mail server rejects the message temporarily. Delivery will be retried.',
  'The e-mail was not sent: the mail server does not take the message.':
    'The e-mail was not sent: the mail server rejects the message.',
  'The e-mail could not be written to the outbox. It will be tried again.':
    'The e-mail could not be written to the outbox. Delivery will be retried.',
  'The e-mail could not be written to the outbox. Tell the operator.':
    'The e-mail could not be written to the outbox. Contact the operator.',
};

const userLines = { user: 'User: {user}', firstUser: 'User of the first call: {user}' } as const;
const variants = ['user', 'firstUser'] as const;

/** A dictionary that also has the bodies with a line, which `lines` translates, and texts of earlier releases. */
export function withVariants(
  texts: Dictionary,
  lines: Readonly<Record<keyof typeof userLines, string>>,
): Dictionary {
  const withLines = failures.flatMap((text) =>
    variants.map(
      (line) => [`${text}\n${userLines[line]}`, `${texts[text] ?? text}\n${lines[line]}`] as const,
    ),
  );
  const olderWithLines = Object.entries(olderFailures).flatMap(([text, present]) =>
    variants.map((line) => [`${text}\n${userLines[line]}`, `${present}\n${userLines[line]}`] as const),
  );

  return withOlderTexts(
    { ...texts, ...Object.fromEntries(withLines) },
    { ...olderTexts, ...olderFailures, ...Object.fromEntries(olderWithLines) },
  );
}

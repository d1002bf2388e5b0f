import type { Dictionary } from '../../../kernel/language/translate.ts';

/** Bodies of notifications of failed API calls, to which a line with the user may be added. */
const failures = [
  'At {since}: {outcome}\nEqual failures are counted until {until}.',
  'Once, at {since}: {outcome}',
  '{count} times since {since}: {outcome}',
  'Since {since}, too many different calls have failed to report each one. One of them: {method} {address}: {outcome}',
  '{count} failures since {since}, in too many different calls to report each one. One of them: {method} {address}: {outcome}',
];

const userLines = { user: 'User: {user}', firstUser: 'User of the first call: {user}' } as const;
const variants = ['user', 'firstUser'] as const;

/** A dictionary that also has the bodies with a line, which `lines` translates. */
export function withVariants(
  texts: Dictionary,
  lines: Readonly<Record<keyof typeof userLines, string>>,
): Dictionary {
  const withLines = failures.flatMap((text) =>
    variants.map(
      (line) => [`${text}\n${userLines[line]}`, `${texts[text] ?? text}\n${lines[line]}`] as const,
    ),
  );

  return { ...texts, ...Object.fromEntries(withLines) };
}

import { numberText } from '../numberText.ts';
import type { Translate } from '../TableController.ts';

/** What a button acts on. */
export type Subject =
  | { readonly kind: 'row'; readonly label: string; readonly name: string }
  | { readonly kind: 'selection'; readonly count: number; readonly elsewhere: number }
  /** `count` is null where the server does not count the rows. */
  | { readonly kind: 'result'; readonly count: number | null };

/** What a button acts on, for a person who is about to confirm it. */
export function describeSubject(subject: Subject, translate: Translate): string {
  switch (subject.kind) {
    case 'row':
      return translate('{label}: {value}', { label: subject.label, value: subject.name });
    case 'selection':
      return describeSelection(subject.count, subject.elsewhere, translate);
    case 'result':
      return describeResult(subject.count, translate);
  }
}

/** `elsewhere`: how many of the rows are not on the page. */
export function describeSelection(count: number, elsewhere: number, translate: Translate): string {
  if (count === 1) {
    return elsewhere === 0 ? translate('1 row selected') : translate('1 row selected, not on this page');
  }

  return elsewhere === 0
    ? translate('{count} rows selected', { count: numberText(count) })
    : translate('{count} rows selected, {elsewhere} of them not on this page', {
        count: numberText(count),
        elsewhere: numberText(elsewhere),
      });
}

function describeResult(count: number | null, translate: Translate): string {
  if (count === null) return translate('The whole result: all matching rows');
  if (count === 1) return translate('The whole result: 1 row');

  return translate('The whole result: {count} rows', { count: numberText(count) });
}

/**
 * The question of a button. `{count}` and `{row}` in it stand for the number of rows and for the name of the row; of
 * "one | several", the first part is used for one row.
 */
export function askAbout(message: string, subject: Subject | null, translate: Translate): string {
  const count = subject?.kind === 'row' ? 1 : (subject?.count ?? null);
  const params = {
    count: count === null ? translate('all matching') : numberText(count),
    // With a space of another kind, since a name is not a place to part the message.
    row: subject?.kind === 'row' ? subject.name.replaceAll(' | ', '\u00a0| ') : '',
  };
  const [one = '', several = one] = translate(message, params).split(' | ');

  return count === 1 ? one : several;
}

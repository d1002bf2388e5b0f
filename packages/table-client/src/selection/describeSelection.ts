import type { Translate } from '../language/translator.ts';

/** `elsewhere` is the number of selected rows that are not on the page. */
export function describeSelection(count: number, elsewhere: number, translate: Translate): string {
  return elsewhere === 0
    ? translate('{count|# row selected|# rows selected}', { count })
    : translate(
        '{count|# row selected, not on this page|# rows selected, {elsewhere} of them not on this page}',
        { count, elsewhere },
      );
}

/** `count` excludes the `excepted` rows; null if unknown. */
export function describeMatching(count: number | null, excepted: number, translate: Translate): string {
  if (count === null) {
    return excepted === 0
      ? translate('All rows that match are selected')
      : translate('All rows that match are selected, except {excepted}', { excepted });
  }

  const rows = describeSelection(count, 0, translate);

  return excepted === 0
    ? translate('{rows}: all that match', { rows })
    : translate('{rows}: all that match, except {excepted}', { rows, excepted });
}

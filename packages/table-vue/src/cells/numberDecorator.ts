import type { InitNumber } from '@rowhouse/table-protocol';

/** Puts a column's symbol round numbers that are formatted already. An empty text stays empty. */
export function numberDecorator({ symbol, template }: Pick<InitNumber, 'symbol' | 'template'>) {
  // Split where the value goes first: the symbol may contain `%v` too.
  const pieces = template.split('%v').map((piece) => piece.replaceAll('%s', () => symbol));

  return (text: string): string => (text === '' ? '' : pieces.join(text));
}

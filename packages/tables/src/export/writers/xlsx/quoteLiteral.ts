import { removeUnprintable } from '../removeUnprintable.ts';

/** Text that a number format shows as it is. */
export function quoteLiteral(text: string): string {
  return removeUnprintable(text)
    .replace(/[\t\r\n]/g, ' ')
    .split('"')
    .map((part) => (part === '' ? '' : `"${part}"`))
    .join('\\"');
}

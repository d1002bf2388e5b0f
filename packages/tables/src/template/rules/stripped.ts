import { soundItems } from '../SoundPart.ts';
import { showValue } from '../showValue.ts';
import type { TemplateFault } from '../TemplateFault.ts';
import type { Rule } from './Rule.ts';

/** What is removed from rows is not what the table shows. */
export const stripped: Rule = ({ strip, columns, dtRowId = 'dtRowId' }) => {
  const shown = new Set(
    soundItems(columns)
      .filter(({ item }) => !item.meta?.includes('rogue'))
      .map(({ item }) => item.name),
  );
  return soundItems(strip)
    .filter(({ item }) => item === dtRowId || shown.has(item))
    .map(
      ({ item, index }): TemplateFault => ({
        path: `strip[${index}]`,
        code: 'conflict',
        problem: `${showValue(item)} is removed from rows, and the table needs it there.`,
        remedy:
          item === dtRowId ? 'Remove it from strip.' : 'Remove it from strip, or tag the column "rogue".',
      }),
    );
};

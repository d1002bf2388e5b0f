import type { Translate } from '@rowhouse/table-client';
import { filterGroupLimits } from '@rowhouse/table-protocol/internal';

/** The error of a filter that exceeds a limit, translated. */
export function limitText(limit: keyof typeof filterGroupLimits, translate: Translate): string {
  const texts = {
    depth: 'Groups can be nested {depth} deep at most.',
    conditions: 'A filter can have {conditions} conditions at most.',
    values: 'A condition can have {values} values at most.',
  } as const;

  return translate(texts[limit], filterGroupLimits);
}

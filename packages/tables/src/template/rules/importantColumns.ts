import type { TemplateFault } from '../TemplateFault.ts';
import { type Rule, soundItems } from './Rule.ts';

/** A column that is never shown cannot be important. */
export const importantColumns: Rule = (template) =>
  soundItems(template.columns).flatMap(({ item: { meta }, index }): TemplateFault[] => {
    const place = meta?.indexOf('important') ?? -1;
    if (place === -1 || !meta?.includes('rogue')) return [];

    return [
      {
        path: `columns[${index}].meta[${place}]`,
        code: 'no_effect',
        problem:
          'An important column stays longest on a narrow screen, and one tagged "rogue" is never drawn.',
        remedy: 'Remove "important", or "rogue".',
      },
    ];
  });

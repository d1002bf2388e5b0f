import { soundItems } from '../SoundPart.ts';
import type { TemplateFault } from '../TemplateFault.ts';
import type { Rule } from './Rule.ts';

/** A column is addressed by its name, so names are unique. */
export const columnNames: Rule = (template) => {
  const first = new Map<string, number>();
  return soundItems(template.columns).flatMap(({ item: { name }, index }): TemplateFault[] => {
    if (name === undefined) return [];
    const before = first.get(name);
    if (before === undefined) {
      first.set(name, index);
      return [];
    }
    return [
      {
        path: `columns[${index}].name`,
        code: 'duplicate',
        problem: `columns[${before}] is named ${JSON.stringify(name)} too.`,
        remedy: 'Select one of the two under another alias.',
      },
    ];
  });
};

import { soundItems } from '../SoundPart.ts';
import { simpleButton } from '../simpleButton.ts';
import type { TemplateFault } from '../TemplateFault.ts';
import type { Rule } from './Rule.ts';

/** Names that are given are unique. Names that are derived are numbered where they meet. */
export const buttonNames: Rule = (template, { config }) => {
  const first = new Map<string, number>();
  return soundItems(template.buttons).flatMap(({ item: button, index }): TemplateFault[] => {
    const name = typeof button === 'string' ? simpleButton(button, config)?.name : button.name;
    if (name === undefined) return [];
    const before = first.get(name);
    if (before === undefined) {
      first.set(name, index);
      return [];
    }
    return [
      {
        path: typeof button === 'string' ? `buttons[${index}]` : `buttons[${index}].name`,
        code: 'duplicate',
        problem: `buttons[${before}] is named ${JSON.stringify(name)} too.`,
        remedy: 'Remove one of the two, or give one of them another name.',
      },
    ];
  });
};

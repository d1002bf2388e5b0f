import { suggestWord } from '../../format/suggestWord.ts';
import { soundItems } from '../SoundPart.ts';
import { showValue } from '../showValue.ts';
import type { TemplateFault } from '../TemplateFault.ts';
import type { Rule } from './Rule.ts';

/** Enumerations and resources that are named exist. */
export const references: Rule = (template, { enums, resources }) => [
  ...soundItems(template.columns).flatMap(({ item, index }) => [
    ...unknownName('enumeration', item.enum, enums, `columns[${index}].enum`),
    ...unknownName('resource', item.resource, resources, `columns[${index}].resource`),
  ]),
  ...soundItems(template.filters).flatMap(({ item, index }) =>
    unknownName('enumeration', item.enum, enums, `filters[${index}].enum`),
  ),
];

function unknownName(
  noun: string,
  name: string | undefined,
  known: readonly string[] | null,
  path: string,
): TemplateFault[] {
  if (name === undefined || known === null || known.includes(name)) return [];
  const suggestion = suggestWord(name, known);
  const list = known.length === 0 ? 'There are none yet.' : `There are: ${known.join(', ')}.`;
  return [
    {
      path,
      code: 'unknown_name',
      problem: `No ${noun} is named ${showValue(name)}.`,
      remedy:
        suggestion === undefined
          ? `Register it with the table, or name another. ${list}`
          : `Write "${suggestion}".`,
      ...(suggestion !== undefined && { suggestion }),
    },
  ];
}

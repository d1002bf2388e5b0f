import { suggestWord } from '../../format/suggestWord.ts';
import { actionButtons } from '../actionButtons.ts';
import { isActionName } from '../isActionName.ts';
import { soundItems } from '../SoundPart.ts';
import type { TemplateFault } from '../TemplateFault.ts';
import type { Rule, RuleContext, SoundTemplate } from './Rule.ts';

/** Each action of the definition has a button that calls it, and says by which method. */
export const actions: Rule = (template, context) =>
  context.actions.flatMap((name) => {
    const routeName = `${template.routePrefix}.${name}`;
    const nameFault = faultOfName(name, routeName, context);

    if (nameFault) return [nameFault];

    const named = actionButtons(template, routeName, context.config);
    const selecting = named.filter(({ selection }) => selection);

    return [
      ...(named.some(({ method }) => method)
        ? []
        : [faultOfButtons(name, named[0]?.index ?? null, template)]),
      ...selecting.map(
        ({ index }): TemplateFault => ({
          path: `buttons[${index}].selection`,
          code: 'conflict',
          problem: `The action "${name}" is for all rows that match, and the button shows it as one for the selected rows.`,
          remedy: 'Remove selection, or let the button call a route of your own.',
        }),
      ),
    ];
  });

function faultOfName(name: string, routeName: string, { requiredRoutes }: RuleContext): TemplateFault | null {
  if (!isActionName(name)) {
    return {
      path: '',
      code: 'malformed',
      problem: `The action ${JSON.stringify(name)} cannot be the end of a route's name.`,
      remedy: 'Name it by letters, digits, "_" and "-", with dots between the parts.',
    };
  }

  return requiredRoutes.includes(routeName) || name === 'exportExcel'
    ? {
        path: '',
        code: 'conflict',
        problem: `The action "${name}" has the name of a route of the table's own.`,
        remedy: 'Give it another name.',
      }
    : null;
}

function faultOfButtons(name: string, index: number | null, { buttons }: SoundTemplate): TemplateFault {
  if (index !== null) {
    return {
      path: `buttons[${index}]`,
      code: 'conflict',
      problem: `The button names the route of the action "${name}", and does not call it for the whole table.`,
      remedy: 'Give it type "global" or "dropdown", action "ajax", and a method.',
    };
  }

  const suffixes = soundItems(buttons).flatMap(({ item }) =>
    typeof item === 'string' ? item : (item.routeSuffix ?? []),
  );
  const suggestion = suggestWord(name, suffixes);
  const meant =
    suggestion === undefined ? '' : `Write "${name}" where "${suggestion}" stands, if that is meant. `;

  return {
    path: 'buttons',
    code: 'missing',
    problem: `No button calls the action "${name}" of the table.`,
    remedy:
      `${meant}Add one with "type": "global" or "dropdown", "action": "ajax", "method": "PATCH" (or another), ` +
      `and "routeSuffix": "${name}".`,
    ...(suggestion !== undefined && { suggestion }),
  };
}

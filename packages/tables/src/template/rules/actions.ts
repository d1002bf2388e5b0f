import { suggestWord } from '../../format/suggestWord.ts';
import { actionButtons, isActionName } from '../actionButtons.ts';
import type { TemplateFault } from '../TemplateFault.ts';
import { type Rule, type RuleContext, type SoundTemplate, soundItems } from './Rule.ts';

/** Each action of the definition has a button that calls it and determines its method. */
export const actions: Rule = (template, context) =>
  context.actions.flatMap((name) => {
    const routeName = `${template.routePrefix}.${name}`;
    const nameFault = faultOfName(name, routeName, context);

    if (nameFault) return [nameFault];

    const named = actionButtons(template, routeName, context.config);

    return named.some(({ method }) => method)
      ? []
      : [faultOfButtons(name, named[0]?.index ?? null, template)];
  });

function faultOfName(name: string, routeName: string, { requiredRoutes }: RuleContext): TemplateFault | null {
  if (!isActionName(name)) {
    return {
      path: '',
      code: 'malformed',
      problem: `The action name ${JSON.stringify(name)} is not valid in a route name.`,
      remedy: 'Use letters, digits, "_" and "-", with dots between the parts.',
    };
  }

  return requiredRoutes.includes(routeName) || name === 'exportExcel'
    ? {
        path: '',
        code: 'conflict',
        problem: `The action name "${name}" is reserved for a route of the table.`,
        remedy: 'Give it another name.',
      }
    : null;
}

function faultOfButtons(name: string, index: number | null, { buttons }: SoundTemplate): TemplateFault {
  if (index !== null) {
    return {
      path: `buttons[${index}]`,
      code: 'conflict',
      problem: `The button has the route of the action "${name}", but does not call it for the whole table.`,
      remedy: 'Give it type "global" or "dropdown", action "ajax", and a method.',
    };
  }

  const suffixes = soundItems(buttons).flatMap(({ item }) =>
    typeof item === 'string' ? item : (item.routeSuffix ?? []),
  );
  const suggestion = suggestWord(name, suffixes);
  const meant = suggestion === undefined ? '' : `If "${suggestion}" means this action, write "${name}". `;

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

import { exportFormats } from '@rowhouse/table-protocol';
import { simpleButton } from '../actionButtons.ts';
import type { TemplateFault } from '../TemplateFault.ts';
import { isAbsent, type Rule, type SoundButton, type SoundTemplate, soundItems } from './Rule.ts';

/** Fields of a complex button that require or exclude each other. */
export const buttonFields: Rule = (template) =>
  soundItems(template.buttons).flatMap(({ item: button, index }) => {
    if (typeof button === 'string') return [];
    const path = `buttons[${index}]`;
    return [
      ...actionFaults(button, path),
      ...modalFaults(button, path),
      ...placeFaults(button, template, path),
    ];
  });

function actionFaults(button: SoundButton, path: string): TemplateFault[] {
  const faults: TemplateFault[] = [];
  const { action } = button;
  if (button.routeSuffix !== undefined && button.fullRoute !== undefined) {
    faults.push({
      path: `${path}.fullRoute`,
      code: 'conflict',
      problem: '"routeSuffix" and "fullRoute" are both given.',
      remedy: 'Keep fullRoute if the route has a different prefix from the table, otherwise routeSuffix.',
    });
  }
  if (action !== undefined && isAbsent(button, 'routeSuffix') && isAbsent(button, 'fullRoute')) {
    faults.push({
      path: `${path}.routeSuffix`,
      code: 'missing',
      problem: `The action ${action} needs a route.`,
      remedy: 'Give routeSuffix (added to routePrefix) or fullRoute.',
    });
  }
  if (action === 'ajax' && isAbsent(button, 'method')) {
    faults.push({
      path: `${path}.method`,
      code: 'missing',
      problem: 'The action ajax needs a method.',
      remedy: 'Give the method of the declared route: GET, PUT, PATCH, POST or DELETE.',
    });
  }
  faults.push(...onlyWith(button, 'ajax', ['method', 'postEvent'], path));
  if (action === 'export') faults.push(...exportFaults(button, path));
  else faults.push(...onlyWith(button, 'router', ['params'], path));
  return faults;
}

/** Export options of a button. */
function exportFaults({ params = {} }: SoundButton, path: string): TemplateFault[] {
  return Object.entries(params).flatMap(([name, value]) =>
    name === 'format' && exportFormats.some((format) => format === value)
      ? []
      : [
          {
            path: `${path}.params.${name}`,
            code: 'no_effect' as const,
            problem: `${JSON.stringify(value)} is not a valid ${name} of an export.`,
            remedy: `Give params: { "format": "csv" } for a CSV file, or remove it.`,
          },
        ],
  );
}

/** Options that have an effect with one action only. */
function onlyWith(
  button: SoundButton,
  action: string,
  options: readonly ('method' | 'postEvent' | 'params')[],
  path: string,
): TemplateFault[] {
  const mayBe = button.action === action || (button.action === undefined && !isAbsent(button, 'action'));
  if (mayBe) return [];
  return options
    .filter((option) => button[option] !== undefined)
    .map((option) => ({
      path: `${path}.${option}`,
      code: 'no_effect',
      problem: `"${option}" has an effect only when action is ${action}.`,
      remedy: `Remove it, or give action: "${action}".`,
    }));
}

function modalFaults(button: SoundButton, path: string): TemplateFault[] {
  const refused = button.confirmation === undefined && !isAbsent(button, 'confirmation');
  if (button.message === undefined || button.confirmation === true || refused) return [];
  return [
    {
      path: `${path}.message`,
      code: 'no_effect',
      problem: '"message" is the text of the confirmation modal, but the button has no confirmation.',
      remedy: 'Give confirmation: true, or remove message.',
    },
  ];
}

function placeFaults(button: SoundButton, template: SoundTemplate, path: string): TemplateFault[] {
  const faults: TemplateFault[] = [];
  if (button.type !== undefined && button.type !== 'row' && button.tooltip !== undefined) {
    faults.push({
      path: `${path}.tooltip`,
      code: 'no_effect',
      problem: `Only row buttons have a tooltip, but this button is ${button.type}.`,
      remedy: 'Remove tooltip, or give label instead.',
    });
  }
  if (button.selection !== true) return faults;
  if (button.type !== undefined && button.type !== 'global') {
    faults.push({
      path: `${path}.selection`,
      code: 'conflict',
      problem: `Only global buttons act on the selection, but this button is ${button.type}.`,
      remedy: 'Remove selection, or give type: "global".',
    });
  }
  if (template.selectable === false || isAbsent(template, 'selectable')) {
    faults.push({
      path: `${path}.selection`,
      code: 'no_effect',
      problem: 'The button acts on the selected rows, but rows cannot be selected.',
      remedy: 'Give the template selectable: true, or remove selection.',
    });
  }
  return faults;
}

/** Explicit names are unique. Derived names are numbered if they conflict. */
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
        problem: `buttons[${before}] is also named ${JSON.stringify(name)}.`,
        remedy: 'Remove one of the two, or give one of them another name.',
      },
    ];
  });
};

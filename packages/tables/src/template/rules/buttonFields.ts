import { exportFormats } from '@rowhouse/table-protocol';
import { simpleButton } from '../actionButtons.ts';
import type { TemplateFault } from '../TemplateFault.ts';
import { faultsByRules, type GivenOptions, type OptionRule } from './optionRules.ts';
import { type Rule, type SoundButton, type SoundTemplate, soundItems } from './Rule.ts';

const rules: readonly OptionRule[] = [
  {
    option: 'fullRoute',
    excludes: ['routeSuffix'],
    problem: '"routeSuffix" and "fullRoute" are both given.',
    remedy: 'Keep fullRoute if the route has a different prefix from the table, otherwise routeSuffix.',
  },
  {
    option: 'action',
    needs: ['routeSuffix', 'fullRoute'],
    problem: 'The action {value} needs a route.',
    remedy: 'Give routeSuffix (added to routePrefix) or fullRoute.',
  },
  {
    option: 'action=ajax',
    needs: ['method'],
    problem: 'The action ajax needs a method.',
    remedy: 'Give the method of the declared route: GET, PUT, PATCH, POST or DELETE.',
  },
  ...['method', 'postEvent'].map((option) => ({
    option,
    onlyWith: ['action=ajax'],
    problem: '"{option}" has an effect only when action is ajax.',
    remedy: 'Remove it, or give action: "ajax".',
  })),
  {
    option: 'params',
    onlyWith: ['action=router', 'action=export'],
    problem: '"params" has an effect only when action is router.',
    remedy: 'Remove it, or give action: "router".',
  },
  {
    option: 'message',
    onlyWith: ['confirmation=true'],
    problem: '"message" is the text of the confirmation modal, but the button has no confirmation.',
    remedy: 'Give confirmation: true, or remove message.',
  },
  {
    option: 'tooltip',
    onlyWith: ['type=row'],
    problem: 'Only row buttons have a tooltip, but this button is {value of type}.',
    remedy: 'Remove tooltip, or give label instead.',
  },
  {
    option: 'selection=true',
    excludes: ['type=row', 'type=dropdown'],
    problem: 'Only global buttons act on the selection, but this button is {value of type}.',
    remedy: 'Remove selection, or give type: "global".',
  },
  {
    option: 'selection=true',
    onlyWith: ['selectable=true'],
    problem: 'The button acts on the selected rows, but rows cannot be selected.',
    remedy: 'Give the template selectable: true, or remove selection.',
  },
];

/** Fields of a complex button that require or exclude each other. */
export const buttonFields: Rule = (template) =>
  soundItems(template.buttons).flatMap(({ item: button, index }) => {
    if (typeof button === 'string') return [];
    const path = `buttons[${index}]`;

    return [...faultsByRules(rules, optionsOf(button, template, path)), ...exportFaults(button, path)];
  });

/** The options of a button, and whether rows can be selected. */
function optionsOf(button: SoundButton, template: SoundTemplate, path: string): GivenOptions {
  const values: Readonly<Record<string, unknown>> = { selectable: template.selectable, ...button };
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const pathOf = (option: string) => `${path}.${option}`;

  return {
    paths: new Map(
      given.flatMap(([option, value]) => [
        [option, pathOf(option)] as const,
        [`${option}=${value}`, pathOf(option)] as const,
      ]),
    ),
    values,
    mayBe(word) {
      const [option = ''] = word.split('=');
      const part = option === 'selectable' ? template : button;
      const isRefused = Object.hasOwn(part, option) && values[option] === undefined;

      // A missing type is a fault by itself.
      return isRefused || (option === 'type' && values.type === undefined);
    },
    missing: pathOf,
  };
}

/** Export options of a button. */
function exportFaults({ action, params = {} }: SoundButton, path: string): TemplateFault[] {
  if (action !== 'export') return [];

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

import { fieldFaults } from '../inputFaults.ts';
import type { TemplateFault } from '../TemplateFault.ts';
import { valueFaults } from '../updateFaults.ts';
import { type Rule, soundItems } from './Rule.ts';

/** Actions of the template either delete, or set and compare values of columns, their messages refer to columns, and values to fields of the input. */
export const actionUpdates: Rule = ({ actions, columns }) => {
  const names = soundItems(columns).flatMap(({ item }) => item.name ?? []);

  return Object.entries(actions ?? {}).flatMap(([name, action]) => {
    const { set, refuse, skip } = action?.update ?? {};
    const input = Object.entries(action?.input ?? {});
    const ways = [action?.update && 'update', action?.delete && 'delete'].filter(Boolean);
    const ofWay: TemplateFault[] =
      ways.length === 1
        ? []
        : [
            {
              ...{ path: `actions.${name}`, code: ways.length === 0 ? 'missing' : 'conflict' },
              problem: `The action has ${ways.length === 0 ? 'neither update nor delete' : 'both update and delete'}.`,
              remedy: 'Give it "update" to set columns, or "delete": true to delete records.',
            },
          ];
    const isSound =
      set !== undefined && (refuse ?? []).every((each) => each?.when && each.message !== undefined);
    const ofInput = input.every(([, field]) => field !== undefined)
      ? fieldFaults(Object.fromEntries(input), `actions.${name}.input`)
      : [];

    return isSound
      ? [
          ...ofWay,
          ...ofInput,
          ...valueFaults({ set, refuse, skip }, `actions.${name}.update`, {
            columns: names,
            input: input.map(([field]) => field),
          }),
        ]
      : [...ofWay, ...ofInput];
  });
};

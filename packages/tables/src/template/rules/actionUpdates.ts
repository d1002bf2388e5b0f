import { fieldFaults } from '../inputFaults.ts';
import { valueFaults } from '../updateFaults.ts';
import { type Rule, soundItems } from './Rule.ts';

/** Actions of the template set and compare values of columns, their messages refer to columns, and values to fields of the input. */
export const actionUpdates: Rule = ({ actions, columns }) => {
  const names = soundItems(columns).flatMap(({ item }) => item.name ?? []);

  return Object.entries(actions ?? {}).flatMap(([name, action]) => {
    const { set, refuse, skip } = action?.update ?? {};
    const input = Object.entries(action?.input ?? {});
    const isSound =
      set !== undefined && (refuse ?? []).every((each) => each?.when && each.message !== undefined);
    const ofInput = input.every(([, field]) => field !== undefined)
      ? fieldFaults(Object.fromEntries(input), `actions.${name}.input`)
      : [];

    return isSound
      ? [
          ...ofInput,
          ...valueFaults({ set, refuse, skip }, `actions.${name}.update`, {
            columns: names,
            input: input.map(([field]) => field),
          }),
        ]
      : ofInput;
  });
};

import { valueFaults } from '../updateFaults.ts';
import { type Rule, soundItems } from './Rule.ts';

/** Actions of the template set and compare values of columns, and their messages refer to columns. */
export const actionUpdates: Rule = ({ actions, columns }) => {
  const names = soundItems(columns).flatMap(({ item }) => item.name ?? []);

  return Object.entries(actions ?? {}).flatMap(([name, action]) => {
    const { set, refuse, skip } = action?.update ?? {};
    const isSound =
      set !== undefined && (refuse ?? []).every((each) => each?.when && each.message !== undefined);

    return isSound ? valueFaults({ set, refuse, skip }, `actions.${name}.update`, names) : [];
  });
};

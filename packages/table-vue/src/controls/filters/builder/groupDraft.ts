import type { Translate } from '@rowhouse/table-client';
import { exceededLimit, type FilterChoice, type WhereNode } from '@rowhouse/table-client/internal';
import { groupComparisons } from '../comparisons.ts';
import {
  type ConditionDraft,
  conditionDraft,
  emptyCondition,
  nextKey,
  readCondition,
  type ValueErrors,
} from '../conditionDraft.ts';
import type { TableDates } from '../dateDays.ts';
import { limitText } from '../limitText.ts';

/** `none`: no member matches. */
export type Join = 'all' | 'any' | 'none';

export interface GroupDraft {
  readonly key: number;
  join: Join;
  readonly members: (GroupDraft | ConditionDraft)[];
}

/** Key of a condition → its errors; key 0 is for the whole filter. */
export type GroupErrors = ReadonlyMap<number, ValueErrors>;

export function emptyGroup(choice: FilterChoice): GroupDraft {
  return { key: nextKey(), join: 'all', members: [emptyCondition(choice)] };
}

export const isGroup = (member: GroupDraft | ConditionDraft): member is GroupDraft => 'members' in member;

/** The form of a filter. A condition at the top is shown in a group. */
export function groupDraft(
  where: WhereNode | null,
  choices: readonly FilterChoice[],
  dates: TableDates,
): GroupDraft | null {
  const [first] = choices;

  /** Null for a condition whose column cannot be filtered. */
  function ofNode(node: WhereNode): GroupDraft | ConditionDraft | null {
    if ('all' in node) return ofGroup('all', node.all);
    if ('any' in node) return ofGroup('any', node.any);
    if ('not' in node) return ofGroup('none', 'any' in node.not ? node.not.any : [node.not]);
    const choice = choices.find(({ data }) => data === node.data);

    return choice ? conditionDraft(node, choice, groupComparisons(choice), dates) : null;
  }

  function ofGroup(join: Join, nodes: readonly WhereNode[]): GroupDraft {
    return { key: nextKey(), join, members: nodes.map(ofNode).filter((member) => member !== null) };
  }

  if (!first) return null;
  const draft = where && ofNode(where);
  if (!draft) return emptyGroup(first);

  return isGroup(draft) ? draft : { key: nextKey(), join: 'all', members: [draft] };
}

/** The filter of a form, or its errors. An empty form is no filter. */
export function readGroup(
  draft: GroupDraft,
  translate: Translate,
): { readonly where: WhereNode | null } | { readonly errors: GroupErrors } {
  const errors = new Map<number, ValueErrors>();
  const where = readMembers(draft, errors, translate);

  const limit = where && exceededLimit(where);
  if (limit) errors.set(0, { all: limitText(limit, translate) });

  return errors.size > 0 ? { errors } : { where };
}

function readMembers(
  { join, members }: GroupDraft,
  errors: Map<number, ValueErrors>,
  translate: Translate,
): WhereNode | null {
  const nodes = members
    .map((member) => {
      if (isGroup(member)) return readMembers(member, errors, translate);
      const read = readCondition(member, translate);
      if ('condition' in read) return read.condition;
      errors.set(member.key, read.errors);

      return null;
    })
    .filter((node) => node !== null);
  const [first] = nodes;
  if (!first) return null;
  if (join === 'none') return { not: nodes.length === 1 ? first : { any: nodes } };
  if (nodes.length === 1) return first;

  return join === 'all' ? { all: nodes } : { any: nodes };
}

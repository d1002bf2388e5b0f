import { say } from '@rowhouse/problems';
import { filterGroupLimits } from '@rowhouse/table-protocol/internal';
import type { RequestMoment, RequestRules, WhereRequest } from '../TableRequest.ts';
import { describe, type Faults } from './Faults.ts';
import { checkMembers, isNothing, isRecord, type UnknownRecord } from './scalars.ts';
import { parseCondition } from './whereCondition.ts';

const groupKinds = ['all', 'any', 'not'] as const;

/** Shared by the parsers of all nodes. */
interface WhereScope {
  readonly rules: RequestRules;
  readonly moment: RequestMoment;
  readonly faults: Faults;
  /** Conditions, and nodes that are neither a condition nor a group. */
  leaves: number;
}

/**
 * `where`: a condition, or a group of nodes. `not` is moved to the conditions below it, so that the result only has two
 * kinds of groups. Relative dates are resolved. Null if missing or after a fault.
 */
export function parseWhere(
  value: unknown,
  rules: RequestRules,
  moment: RequestMoment,
  faults: Faults,
): WhereRequest | null {
  if (isNothing(value)) return null;

  const scope: WhereScope = { rules, moment, faults, leaves: 0 };
  const where = parseNode(value, { path: 'where', depth: 1, negated: false }, scope);
  if (scope.leaves > filterGroupLimits.conditions) {
    faults.add('where', say`It has too many conditions; send at most ${filterGroupLimits.conditions}.`);
  }

  return where;
}

interface NodePosition {
  readonly path: string;
  /** Of the node, if it is a group. */
  readonly depth: number;
  readonly negated: boolean;
}

function parseNode(value: unknown, position: NodePosition, scope: WhereScope): WhereRequest | null {
  const { path, depth, negated } = position;
  const { faults } = scope;
  const kind = isRecord(value) ? groupKinds.find((name) => Object.hasOwn(value, name)) : undefined;

  if (!isRecord(value)) {
    scope.leaves += 1;
    faults.add(
      path,
      say`${describe(value)} is neither a condition nor a group; send {all: […]}, {any: […]}, {not: …} or {data, operator, value}.`,
    );

    return null;
  }
  if (kind === undefined) {
    scope.leaves += 1;

    return parseCondition(value, path, negated, scope);
  }

  checkMembers(value, { known: [kind], of: say`this group`, path }, faults);
  if (depth > filterGroupLimits.depth) {
    faults.add(
      path,
      say`The group is nested too deep; send at most ${filterGroupLimits.depth} groups in each other.`,
    );

    return null;
  }
  if (kind === 'not') {
    return parseNode(value.not, { path: `${path}.not`, depth: depth + 1, negated: !negated }, scope);
  }

  return parseGroup(value, kind, position, scope);
}

function parseGroup(
  group: UnknownRecord,
  kind: 'all' | 'any',
  { path, depth, negated }: NodePosition,
  scope: WhereScope,
): WhereRequest | null {
  const list = group[kind];
  const listPath = `${path}.${kind}`;

  if (!Array.isArray(list) || list.length === 0) {
    scope.leaves += 1;
    scope.faults.add(
      listPath,
      Array.isArray(list)
        ? 'The group is empty; leave it out.'
        : say`${describe(list)} is not a list; send a list of conditions and groups.`,
    );

    return null;
  }

  const nodes: WhereRequest[] = [];
  for (const [index, entry] of list.entries()) {
    // The request is refused in any case.
    if (scope.leaves > filterGroupLimits.conditions) break;
    const node = parseNode(entry, { path: `${listPath}.${index}`, depth: depth + 1, negated }, scope);
    if (node) nodes.push(node);
  }

  // De Morgan: none of the nodes is the negation of each.
  return { kind: (kind === 'all') === negated ? 'any' : 'all', nodes };
}

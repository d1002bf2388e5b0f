import { say, type Text } from '@rowhouse/problems';
import {
  filterTypes,
  pinnedSides,
  searchModes,
  sortDirections,
  type ViewState,
  viewDensities,
  viewModes,
} from '@rowhouse/table-protocol';
import { allFilterOperators } from '@rowhouse/table-protocol/internal';
import { type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { suggestWord } from '../format/suggestWord.ts';
import { describe, Faults, listed } from '../request/parse/Faults.ts';
import { isRecord } from '../request/parse/scalars.ts';

/** Maximum bytes of a state as JSON, and maximum nesting of its lists and objects. */
const maxBytes = 65_536;
const maxDepth = 12;
/** Version of the stored form; of a newer one, known members are read. */
const version = 1;

const column = Type.String({ minLength: 1, maxLength: 200 });
const direction = Type.Enum([...sortDirections]);
const listOf = <Item extends TSchema>(item: Item, maxItems = 1000) => Type.Array(item, { maxItems });

const filter = Type.Object({
  label: Type.Optional(Type.String()),
  data: Type.String(),
  type: Type.Enum([...filterTypes]),
  // The server checks values with each data request.
  value: Type.Unknown(),
  mode: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  valueLabels: Type.Optional(listOf(Type.String())),
});

type Form = TSchema | ((value: unknown) => boolean);

/** Member → its check, with a description for messages. */
const members: { readonly [Name in keyof Required<ViewState>]: readonly [form: Form, words: string | Text] } =
  {
    order: [listOf(column), 'a list of column names'],
    widths: [Type.Record(Type.String(), Type.Number({ minimum: 1, maximum: 10_000 })), 'column → 1 to 10000'],
    pinned: [Type.Record(Type.String(), Type.Enum([...pinnedSides])), 'column → left or right'],
    visible: [listOf(column), 'a list of column names'],
    density: [Type.Enum([...viewDensities]), say`one of ${listed(viewDensities)}`],
    sort: [listOf(Type.Object({ name: column, direction }), 100), 'a list of {name, direction}'],
    where: [
      isFilterNode,
      'a condition with data and operator, or a group: {all: […]}, {any: […]} or {not: …}',
    ],
    filters: [listOf(filter, 100), 'a list of filters as in internalFilters'],
    groups: [
      listOf(Type.Object({ column, step: Type.Optional(Type.String()) }), 3),
      'a list of at most three {column, step}',
    ],
    groupSort: [Type.Object({ by: column, direction }), '{by, direction}'],
    search: [Type.String({ maxLength: 1000 }), 'a text of at most 1000 characters'],
    searchMode: [Type.Enum([...searchModes]), say`one of ${listed(searchModes)}`],
    length: [Type.Integer({ minimum: 1, maximum: 100_000 }), 'a whole number from 1'],
    viewModes: [listOf(Type.Enum([...viewModes]), viewModes.length), say`a list of ${listed(viewModes)}`],
  };

/**
 * The text in which a state is stored.
 *
 * @throws TableError `tables.invalid_request` with every invalid member under `state`
 */
export function writeViewState(state: unknown): string {
  const faults = new Faults();
  if (!isRecord(state)) {
    faults.add('state', say`${describe(state)} is not an object; send the state of the table.`);
  } else if (isDeeper(state, maxDepth)) {
    faults.add('state', say`It is nested in more than ${maxDepth} levels; send fewer.`);
  } else {
    checkMembers(state, faults);
    const bytes = Buffer.byteLength(JSON.stringify(state));
    if (bytes > maxBytes) faults.add('state', say`It has ${bytes} bytes as JSON; send at most ${maxBytes}.`);
  }
  faults.throwIfAny();

  return JSON.stringify({ version, state });
}

/** Reads a stored state. Unknown and invalid members are omitted, and a text that cannot be read is an empty state. */
export function readViewState(stored: string): ViewState {
  const { state } = parse(stored);
  if (!isRecord(state) || isDeeper(state, maxDepth)) return {};
  const kept = Object.fromEntries(
    Object.entries(state).filter(([name, value]) => faultOf(name, value) === null),
  );

  return isState(kept) ? kept : {};
}

function isState(value: object): value is ViewState {
  return Object.entries(value).every(([name, member]) => faultOf(name, member) === null);
}

function parse(stored: string): { readonly state?: unknown } {
  try {
    const value: unknown = JSON.parse(stored);

    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function checkMembers(state: Readonly<Record<string, unknown>>, faults: Faults): void {
  for (const [name, value] of Object.entries(state)) {
    const fault = faultOf(name, value);
    if (fault !== null) faults.add(`state.${name}`, fault);
  }
}

/** Why a member is not part of a state; null if it is. */
function faultOf(name: string, value: unknown): string | Text | null {
  if (!isMember(name)) {
    const meant = suggestWord(name, Object.keys(members));
    const remedy =
      meant === undefined ? say`send ${listed(Object.keys(members))}.` : say`did you mean ${meant}?`;

    return say`${describe(name)} is not a member of a view's state; ${remedy}`;
  }
  const [form, words] = members[name];
  const isValid = typeof form === 'function' ? form(value) : Value.Check(form, value);

  return isValid ? null : say`${describe(value)} is not acceptable; send ${words}.`;
}

/** Whether it is a group or a condition; the server checks column and value with each data request. */
function isFilterNode(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (typeof value.data === 'string')
    return (allFilterOperators as readonly unknown[]).includes(value.operator);
  const [[name = '', content] = [], ...others] = Object.entries(value);
  if (others.length > 0) return false;
  if (name === 'not') return isFilterNode(content);

  return (name === 'all' || name === 'any') && Array.isArray(content) && content.every(isFilterNode);
}

function isMember(name: string): name is keyof ViewState {
  return Object.hasOwn(members, name);
}

/** Iterative, since a hostile nesting could exhaust the stack. */
function isDeeper(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level.flatMap((entry) =>
      typeof entry === 'object' && entry !== null ? Object.values(entry) : [],
    );
  }

  return false;
}

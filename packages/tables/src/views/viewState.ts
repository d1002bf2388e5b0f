import { type EnglishText, say, type Text } from '@rowhouse/problems';
import type { ViewState } from '@rowhouse/table-protocol';
import { fits, searchModes, viewDensities, viewModes, viewState } from '@rowhouse/table-protocol/internal';

import { suggestWord } from '../format/suggestWord.ts';
import { describe, Faults, listed } from '../request/parse/Faults.ts';
import { isRecord } from '../request/parse/scalars.ts';

/** Maximum bytes of a state as JSON, and maximum nesting of its lists and objects. */
const maxBytes = 65_536;
const maxDepth = 12;
/** Version of the stored form; of a newer one, known members are read. */
const version = 1;

/** What messages say that a member has to be. */
const words: { readonly [Name in keyof Required<ViewState>]: Text } = {
  order: say`a list of column names`,
  widths: say`column → 1 to 10000`,
  pinned: say`column → left or right`,
  visible: say`a list of column names`,
  density: say`one of ${listed(viewDensities)}`,
  sort: say`a list of {name, direction}`,
  where: say`a condition with data and operator, or a group: {all: […]}, {any: […]} or {not: …}`,
  filters: say`a list of filters as in internalFilters`,
  groups: say`a list of at most three {column, step}`,
  groupSort: say`{by, direction}`,
  search: say`a text of at most 1000 characters`,
  searchMode: say`one of ${listed(searchModes)}`,
  length: say`a whole number from 1`,
  viewModes: say`a list of ${listed(viewModes)}`,
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
  return fits(viewState, value);
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
function faultOf(name: string, value: unknown): EnglishText | Text | null {
  if (!isMember(name)) {
    const meant = suggestWord(name, Object.keys(words));
    const remedy =
      meant === undefined ? say`send ${listed(Object.keys(words))}.` : say`did you mean ${meant}?`;

    return say`${describe(name)} is not a member of a view's state; ${remedy}`;
  }

  return fits(viewState.properties[name], value)
    ? null
    : say`${describe(value)} is not acceptable; send ${words[name]}.`;
}

function isMember(name: string): name is keyof ViewState {
  return Object.hasOwn(words, name);
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

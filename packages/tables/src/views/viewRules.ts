import { say, type Text } from '@rowhouse/problems';
import type { ViewAudience } from '@rowhouse/table-protocol';
import type { ViewDefaultScope } from '@rowhouse/table-protocol/internal';
import { TableError } from '../errors.ts';
import { describe, Faults, listed } from '../request/parse/Faults.ts';
import { unstorable } from '../request/parse/scalars.ts';
import type { AccountId, DefaultView, SavedView, ViewCaller } from './ViewStore.ts';

/** A view as it is stored. */
export interface ViewRecord
  extends Pick<SavedView, 'id' | 'table' | 'name' | 'owner' | 'state' | 'revision'> {
  readonly sharedWith: ViewAudience;
}

/** Defaults that apply to a caller: scope → id of the view. */
export type Defaults = Readonly<Record<ViewDefaultScope, string | null>>;

export function isSame(a: AccountId | null, b: AccountId | null): boolean {
  return a !== null && b !== null && String(a) === String(b);
}

export function isOwn(caller: ViewCaller, view: Pick<ViewRecord, 'owner'>): boolean {
  return isSame(caller.id, view.owner);
}

export function maySee(caller: ViewCaller, view: Pick<ViewRecord, 'owner' | 'sharedWith'>): boolean {
  return isOwn(caller, view) || reaches(view.sharedWith, caller.role);
}

/** Whether all users of the role are in the audience. */
function reaches(audience: ViewAudience, role: AccountId | null): boolean {
  return audience === 'everyone' || audience.some((shared) => isSame(shared, role));
}

/** The caller's choices about a view. */
export interface ViewChoice {
  /** The default of the view's table. */
  readonly defaultView: string | null;
  /** Roles of which the view is the default, and `everyone`. */
  readonly defaultFor?: readonly AccountId[];
  readonly isPinned: boolean;
}

/** The view as the caller sees it: of the roles it is shared with, other users than the owner see only their own. */
export function viewFor(
  caller: ViewCaller,
  view: ViewRecord,
  { defaultView, defaultFor = [], isPinned }: ViewChoice,
): SavedView {
  const own = isOwn(caller, view);
  const { sharedWith } = view;

  return {
    ...view,
    sharedWith:
      own || sharedWith === 'everyone' ? sharedWith : sharedWith.filter((role) => isSame(role, caller.role)),
    isOwn: own,
    mayChange: own,
    isDefault: view.id === defaultView,
    ...(own && caller.mayShare && { defaultFor: [...defaultFor] }),
    isPinned,
  };
}

/** The default with which a table opens: the caller's own, that of the role, that of the table. */
export function effectiveDefault({ me, role, everyone }: Defaults): string | null {
  return me ?? role ?? everyone;
}

/** @throws TableError `tables.forbidden` for a view of another user */
export function checkOwn({ isOwn: own, name }: SavedView): void {
  if (own) return;

  throw new TableError(
    'tables.forbidden',
    say`The view ${describe(name)} belongs to another user, and only that user can change it. Copy it to change the copy.`,
  );
}

/** @throws TableError `tables.forbidden` if an audience grows and the caller may not share */
export function checkAudience(caller: ViewCaller, before: ViewAudience, after: ViewAudience): void {
  if (caller.mayShare) return;
  const added =
    after === 'everyone'
      ? before === 'everyone'
        ? []
        : [after]
      : after.filter((role) => !reaches(before, role));
  if (added.length === 0) return;

  throw forbidden(
    'sharedWith',
    say`You may not share views with ${listed(added.map(String))}. Save the view for yourself only.`,
  );
}

function forbidden(field: string, text: Text): TableError {
  return new TableError('tables.forbidden', text, { fields: { [field]: [text] } });
}

/**
 * Checks a default. `view` is what the caller sees, so that the other roles of a shared view are not revealed.
 *
 * @throws TableError
 */
export function checkDefault(caller: ViewCaller, choice: DefaultView, view: SavedView | null): void {
  const { for: scope, role = caller.role } = choice;
  if (scope !== 'me' && !caller.mayShare) {
    throw forbidden('for', say`You may not set a default for ${describe(scope)}. Send "me" to set your own.`);
  }
  const faults = new Faults();
  if (scope === 'role' && role === null) {
    faults.add('role', 'It is missing, and you have no role; send the id of a role.');
  }
  if (view !== null && view.table !== choice.table) {
    faults.add(
      'view',
      say`It is a view of another table than ${describe(choice.table)}; send one of that table.`,
    );
  } else if (view !== null && scope !== 'me' && !covers(view.sharedWith, scope, role)) {
    faults.add(
      'view',
      say`${describe(view.name)} is not shared with ${scope === 'role' ? say`that role` : say`everyone`}; share it first.`,
    );
  }
  faults.throwIfAny();
}

function covers(audience: ViewAudience, scope: ViewDefaultScope, role: AccountId | null): boolean {
  return scope === 'role' ? reaches(audience, role) : audience === 'everyone';
}

const longestName = 100;

/**
 * The stored form of a name: composed, without surrounding spaces.
 *
 * @throws TableError `tables.invalid_request`
 */
export function viewName(name: unknown): string {
  const faults = new Faults();
  const text = typeof name === 'string' ? name.normalize('NFC').trim() : '';
  const fault = unstorable(text);
  if (text === '')
    faults.add('name', say`${describe(name)} is no name; send 1 to ${longestName} characters.`);
  else if (fault !== null) faults.add('name', say`${describe(text)} ${fault}`);
  else if ([...text].length > longestName)
    faults.add('name', say`It has ${[...text].length} characters; send at most ${longestName}.`);
  faults.throwIfAny();

  return text;
}

/** The name, or the name with the first free number: `Open orders (2)`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let candidate = name;
  for (let number = 2; taken.has(candidate); number++) {
    const suffix = ` (${number})`;
    candidate = `${[...name]
      .slice(0, longestName - suffix.length)
      .join('')
      .trimEnd()}${suffix}`;
  }

  return candidate;
}

import { deepEqual, equal, rejects } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { NewTableView } from '@rowhouse/table-protocol';
import { TableError, type TableErrorCode } from '../errors.ts';
import type { ViewCaller, ViewStore } from '../views/ViewStore.ts';

interface Case {
  readonly name: string;
  run(): Promise<void>;
}

/**
 * What every implementation of `ViewStore` has to do, one case for each rule, to run in any test framework:
 *
 *     it.each(viewStoreContract(() => myViewStore()))('$name', ({ run }) => run());
 *
 * Each case uses a table of its own, so that the cases may share a store.
 *
 * @param open returns a store, in which the users 1 to 3 and the roles 1 and 2 exist if it checks them
 */
export function viewStoreContract(open: () => ViewStore | Promise<ViewStore>): readonly Case[] {
  const test = (name: string, check: (parts: Fixture) => Promise<void>): Case => ({
    name,
    run: async () => check(fixtureOf(await open())),
  });

  return [...changing(test), ...sharing(test), ...defaults(test), ...pins(test)];
}

type Test = (name: string, check: (fixture: Fixture) => Promise<void>) => Case;

/** Ada and Ben have the role 1, Carl has the role 2. Ada may share. */
interface Fixture {
  readonly store: ViewStore;
  readonly table: string;
  readonly ada: ViewCaller;
  readonly ben: ViewCaller;
  readonly carl: ViewCaller;
  save(caller: ViewCaller, name: string, more?: Partial<NewTableView>): ReturnType<ViewStore['create']>;
  /** Names of the views that a caller sees. */
  names(caller: ViewCaller): Promise<string[]>;
}

function fixtureOf(store: ViewStore): Fixture {
  const table = `contract-${randomUUID()}`;

  return {
    store,
    table,
    ada: { id: 1, role: 1, mayShare: true },
    ben: { id: 2, role: 1, mayShare: false },
    carl: { id: 3, role: 2, mayShare: false },
    save: (caller, name, more = {}) => store.create(caller, { table, name, state: { length: 25 }, ...more }),
    names: async (caller) => (await store.list(caller, table)).views.map(({ name }) => name),
  };
}

function changing(test: Test): Case[] {
  return [
    test('saves views, and lists them by name', async ({ store, save, names, ada, table }) => {
      const state = { search: '\u0000 \ud800 ü\u{1F600} \\\'"', widths: { name: 80.5 }, order: ['b', 'a'] };
      const saved = await save(ada, '  Open  ', { state });
      deepEqual(await store.find(ada, saved.id), saved);
      const { id, owner, defaultFor: _, ...rest } = saved;
      equal(String(owner), String(ada.id));
      deepEqual(rest, {
        table,
        name: 'Open',
        sharedWith: [],
        isOwn: true,
        isDefault: false,
        isPinned: false,
        mayChange: true,
        state,
        revision: 1,
      });
      await save(ada, 'Late');
      deepEqual(await names(ada), ['Late', 'Open']);
      deepEqual((await store.list(ada, `${table}-other`)).views, []);
    }),
    test('refuses a name twice for an owner and table', async ({ store, save, names, ada, ben }) => {
      await save(ada, 'Open');
      await refused(save(ada, 'Open '), 'tables.invalid_request', 'name');
      const late = await save(ada, 'Late');
      await refused(store.change(ada, late.id, { name: 'Open' }), 'tables.invalid_request', 'name');
      await save(ben, 'Open');
      await save(ada, 'open');
      deepEqual((await names(ada)).length, 3);
    }),
    test('refuses invalid names and states', async ({ save, ada }) => {
      for (const name of ['', ' ', 'x'.repeat(101), 'a\u0000']) {
        await refused(save(ada, name), 'tables.invalid_request', 'name');
      }
      const long = { state: { order: Array.from({ length: 400 }, () => 'x'.repeat(190)) } };
      await refused(save(ada, 'Long', long), 'tables.invalid_request', 'state');
      await save(ada, '\u{1F600}'.repeat(100));
    }),
    test('changes the given members, and counts revisions', async ({ store, save, ada }) => {
      const { id } = await save(ada, 'Open');
      const renamed = await store.change(ada, id, { name: 'Late' });
      deepEqual([renamed.name, renamed.state, renamed.revision], ['Late', { length: 25 }, 2]);
      const changed = await store.change(ada, id, { state: { length: 50 }, revision: 2 });
      deepEqual([changed.name, changed.state, changed.revision], ['Late', { length: 50 }, 3]);
      await refused(store.change(ada, id, { name: 'Never', revision: 2 }), 'tables.view_changed');
      deepEqual(await store.find(ada, id), changed);
    }),
    test('lets one of two changes of the same revision win', async ({ store, save, ada }) => {
      const { id } = await save(ada, 'Open');
      const both = await Promise.allSettled(
        ['A', 'B'].map((name) => store.change(ada, id, { name, revision: 1 })),
      );
      deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    }),
    test('removes a view', async ({ store, save, names, ada }) => {
      const { id } = await save(ada, 'Open');
      await store.remove(ada, id);
      deepEqual(await names(ada), []);
      await refused(store.find(ada, id), 'tables.view_not_found');
      await refused(store.remove(ada, id), 'tables.view_not_found');
    }),
  ];
}

function sharing(test: Test): Case[] {
  return [
    test('shows a view to its owner only', async ({ store, save, names, ada, ben }) => {
      const { id } = await save(ben, 'Secret');
      deepEqual(await names(ada), []);
      await refused(store.find(ada, id), 'tables.view_not_found');
      await refused(store.change(ada, id, { name: 'Mine' }), 'tables.view_not_found');
      await refused(store.remove(ada, id), 'tables.view_not_found');
      await refused(store.copy(ada, id), 'tables.view_not_found');
      await refused(store.change(ada, id, { sharedWith: 'everyone' }), 'tables.view_not_found');
    }),
    test('shows a shared view to the role, until it is withdrawn', async (parts) => {
      const { store, save, names, ada, ben, carl } = parts;
      const { id } = await save(ada, 'Team', { sharedWith: [1] });
      deepEqual([await names(ben), await names(carl)], [['Team'], []]);
      await refused(store.find(carl, id), 'tables.view_not_found');
      await store.change({ ...ada, mayShare: false }, id, { sharedWith: [] });
      deepEqual(await names(ben), []);
    }),
    test('shows a view that is shared with everyone also to callers without a role', async (parts) => {
      const { save, names, ada, carl } = parts;
      await save(ada, 'All', { sharedWith: 'everyone' });
      deepEqual([await names(carl), await names({ ...carl, role: null })], [['All'], ['All']]);
    }),
    test('shows others only their own of the roles', async ({ store, save, ada, ben }) => {
      const view = await save(ada, 'Team', { sharedWith: [1, 2] });
      deepEqual(audience(view), ['1', '2']);
      deepEqual(audience(await store.find(ben, view.id)), ['1']);
    }),
    test('lets only callers who may share widen the audience', async ({ store, save, ada, ben }) => {
      await refused(save(ben, 'Mine', { sharedWith: [1] }), 'tables.forbidden');
      const { id } = await save(ada, 'Team', { sharedWith: [1] });
      const noLonger = { ...ada, mayShare: false };
      await refused(store.change(noLonger, id, { sharedWith: [1, 2] }), 'tables.forbidden');
      await refused(store.change(noLonger, id, { sharedWith: 'everyone' }), 'tables.forbidden');
      await store.change(noLonger, id, { name: 'Still mine', sharedWith: [1] });
    }),
    test('lets only the owner change a shared view', async ({ store, save, ada, ben }) => {
      const { id } = await save(ada, 'Team', { sharedWith: [1] });
      const curious = { ...ben, mayShare: true };
      deepEqual((await store.find(curious, id)).mayChange, false);
      await refused(store.change(curious, id, { name: 'Ours' }), 'tables.forbidden');
      await refused(store.remove(curious, id), 'tables.forbidden');
    }),
    test('copies a view that the caller sees, under a free name', async ({
      store,
      save,
      names,
      ada,
      ben,
    }) => {
      const { id, state } = await save(ada, 'Team', { sharedWith: [1] });
      const copy = await store.copy(ben, id);
      deepEqual([copy.name, copy.isOwn, copy.sharedWith, copy.state], ['Team', true, [], state]);
      deepEqual((await store.copy(ben, id)).name, 'Team (2)');
      deepEqual((await store.copy(ben, id, 'Mine')).name, 'Mine');
      await refused(store.copy(ben, id, 'Mine'), 'tables.invalid_request', 'name');
      deepEqual(await names(ben), ['Mine', 'Team', 'Team (2)', 'Team']);
    }),
  ];
}

function defaults(test: Test): Case[] {
  return [
    test('takes the own default before that of the role and of everyone', async (parts) => {
      const { store, save, table, ada, ben } = parts;
      const all = await save(ada, 'All', { sharedWith: 'everyone' });
      const team = await save(ada, 'Team', { sharedWith: [1] });
      const mine = await save(ben, 'Mine');
      const current = async () =>
        (await store.list(ben, table)).views.filter(({ isDefault }) => isDefault).map(({ name }) => name);
      deepEqual(await current(), []);
      await store.setDefault(ada, { table, view: all.id, for: 'everyone' });
      deepEqual(await current(), ['All']);
      await store.setDefault(ada, { table, view: team.id, for: 'role' });
      deepEqual(await current(), ['Team']);
      await store.setDefault(ben, { table, view: all.id, for: 'me' });
      await store.setDefault(ben, { table, view: mine.id, for: 'me' });
      deepEqual(await current(), ['Mine']);
      deepEqual((await store.list(ben, table)).defaults, { me: mine.id, role: team.id, everyone: all.id });
      await store.setDefault(ben, { table, view: null, for: 'me' });
      await store.setDefault(ada, { table, view: null, for: 'role', role: 1 });
      deepEqual(await current(), ['All']);
    }),
    test('says for whom a view is the default only to its owner, who may share', async (parts) => {
      const { store, save, table, ada, ben } = parts;
      const { id } = await save(ada, 'All', { sharedWith: 'everyone' });
      await store.setDefault(ada, { table, view: id, for: 'everyone' });
      await store.setDefault(ada, { table, view: id, for: 'role', role: 2 });
      await store.setDefault(ada, { table, view: id, for: 'me' });
      const found = (await store.find(ada, id)).defaultFor;
      deepEqual(found?.map(String), ['everyone', '2']);
      deepEqual((await store.find(ben, id)).defaultFor, undefined);
    }),
    test('sets a default for others only for callers who may share', async ({
      store,
      save,
      table,
      ada,
      ben,
    }) => {
      const { id } = await save(ada, 'All', { sharedWith: 'everyone' });
      for (const scope of ['role', 'everyone'] as const) {
        await refused(store.setDefault(ben, { table, view: id, for: scope }), 'tables.forbidden');
        await refused(store.setDefault(ben, { table, view: null, for: scope }), 'tables.forbidden');
      }
    }),
    test('sets no default that others do not see', async ({ store, save, table, ada, ben }) => {
      const own = await save(ada, 'Own');
      const team = await save(ada, 'Team', { sharedWith: [1] });
      const secret = await save(ben, 'Secret');
      const set = (view: string, more: object) =>
        store.setDefault(ada, { table, view, for: 'role', role: 1, ...more });
      await refused(set(own.id, {}), 'tables.invalid_request', 'view');
      await refused(set(team.id, { role: 2 }), 'tables.invalid_request', 'view');
      await refused(set(team.id, { for: 'everyone' }), 'tables.invalid_request', 'view');
      await refused(set(team.id, { table: `${table}-other` }), 'tables.invalid_request', 'view');
      await refused(set(secret.id, {}), 'tables.view_not_found');
    }),
    test('ignores a default whose view is no longer shared or was removed', async (parts) => {
      const { store, save, table, ada, ben } = parts;
      const { id } = await save(ada, 'Team', { sharedWith: [1] });
      await store.setDefault(ada, { table, view: id, for: 'role' });
      await store.change(ada, id, { sharedWith: [] });
      deepEqual((await store.list(ben, table)).defaults.role, null);
      await store.remove(ada, id);
      deepEqual((await store.list(ada, table)).defaults, { me: null, role: null, everyone: null });
    }),
  ];
}

function pins(test: Test): Case[] {
  const pinnedBy = async ({ store, table }: Fixture, caller: ViewCaller) =>
    (await store.pinned(caller))
      .filter((view) => view.table.startsWith(table))
      .map(({ name, isPinned }) => {
        equal(isPinned, true);

        return name;
      });

  return [
    test('pins views of all tables for the caller only', async (parts) => {
      const { store, save, table, ada, ben, carl } = parts;
      const team = await save(ada, 'Team', { sharedWith: [1] });
      const elsewhere = await save(ben, 'Elsewhere', { table: `${table}-other` });
      deepEqual(await pinnedBy(parts, ben), []);
      await store.pin(ben, team.id, true);
      await store.pin(ben, team.id, true);
      await store.pin(ben, elsewhere.id, true);
      deepEqual(await pinnedBy(parts, ben), ['Elsewhere', 'Team']);
      deepEqual((await store.find(ben, team.id)).isPinned, true);
      deepEqual([await pinnedBy(parts, ada), await pinnedBy(parts, carl)], [[], []]);
      deepEqual((await store.list(ada, table)).views[0]?.isPinned, false);
      deepEqual((await store.list(ben, table)).views[0]?.isPinned, true);
      await store.setDefault(ben, { table, view: team.id, for: 'me' });
      const defaults = (await store.pinned(ben)).filter(({ isDefault }) => isDefault);
      deepEqual(
        defaults.map(({ name }) => name),
        ['Team'],
      );
      await store.pin(ben, team.id, false);
      await store.pin(ben, team.id, false);
      deepEqual(await pinnedBy(parts, ben), ['Elsewhere']);
      await store.remove(ben, elsewhere.id);
      deepEqual(await pinnedBy(parts, ben), []);
    }),
    test('pins only views that the caller sees', async (parts) => {
      const { store, save, ada, ben } = parts;
      const secret = await save(ada, 'Secret');
      await refused(store.pin(ben, secret.id, true), 'tables.view_not_found');
      await refused(store.pin(ben, secret.id, false), 'tables.view_not_found');
      const team = await save(ada, 'Team', { sharedWith: [1] });
      await store.pin(ben, team.id, true);
      await store.change(ada, team.id, { sharedWith: [] });
      deepEqual(await pinnedBy(parts, ben), []);
      await store.change(ada, team.id, { sharedWith: 'everyone' });
      deepEqual(await pinnedBy(parts, ben), ['Team']);
    }),
    test('keeps the pin of two requests at the same moment', async (parts) => {
      const { store, save, ada } = parts;
      const { id } = await save(ada, 'Twice');
      await Promise.all([store.pin(ada, id, true), store.pin(ada, id, true)]);
      deepEqual(await pinnedBy(parts, ada), ['Twice']);
    }),
  ];
}

function audience({ sharedWith }: { readonly sharedWith: 'everyone' | readonly unknown[] }): string[] {
  return sharedWith === 'everyone' ? [sharedWith] : sharedWith.map(String).sort();
}

async function refused(attempt: Promise<unknown>, code: TableErrorCode, field?: string): Promise<void> {
  await rejects(attempt, (error) => {
    if (!(error instanceof TableError)) throw error;
    equal(error.code, code);
    if (field !== undefined) deepEqual(Object.keys(error.fields ?? {}), [field]);

    return true;
  });
}

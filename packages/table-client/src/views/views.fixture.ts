import type { TableView, ViewState } from '@rowhouse/table-protocol';
import type { TableViews } from './TableViews.ts';

export function view(id: string, state: ViewState = {}, more: Partial<TableView> = {}): TableView {
  return {
    id,
    table: 'orders',
    name: id,
    owner: { id: 1, name: 'Ada' },
    sharedWith: [],
    isOwn: true,
    isDefault: false,
    isPinned: false,
    mayChange: true,
    state,
    revision: 1,
    ...more,
  };
}

/** Views in memory. `unlisted` ones are found by their id only. */
export class FakeViews implements TableViews {
  views: TableView[];
  unlisted: TableView[] = [];
  me: string | null = null;
  role: string | null = null;
  roles = [{ id: 3, label: 'Users' }];
  /** Each call fails with it. */
  failure: Error | null = null;
  readonly calls: unknown[][] = [];

  constructor(...views: TableView[]) {
    this.views = views;
  }

  async list() {
    this.#called('list');
    const first = this.me ?? this.role;
    const views = this.views.map((one) => ({ ...one, isDefault: one.id === first }));

    return { views, defaults: { me: this.me, role: this.role, everyone: null }, roles: this.roles };
  }

  async read(id: string) {
    this.#called('read', id);

    return this.#find(id);
  }

  async save({ name, state }: { name: string; state: ViewState }) {
    this.#called('save', name, state);
    const saved = view(name, state);
    this.views.push(saved);

    return saved;
  }

  async change(id: string, change: Parameters<TableViews['change']>[1]) {
    this.#called('change', id, change);
    const { revision, ...changes } = change;
    const before = this.#find(id);
    if (revision !== undefined && revision !== before.revision) {
      throw Object.assign(new Error('Not of that revision.'), { status: 409 });
    }
    const changed = { ...before, ...changes, revision: before.revision + 1 };
    this.views = this.views.map((one) => (one.id === id ? changed : one));

    return changed;
  }

  async copy(id: string, name = `${id} (2)`) {
    this.#called('copy', id);
    const copy = { ...view(name, this.#find(id).state), name };
    this.views.push(copy);

    return copy;
  }

  async remove(id: string) {
    this.#called('remove', id);
    this.views = this.views.filter((one) => one.id !== id);
  }

  async setDefault(id: string | null) {
    this.#called('setDefault', id);
    this.me = id;
  }

  async pin(id: string, isPinned: boolean) {
    this.#called('pin', id, isPinned);
  }

  #find(id: string): TableView {
    const found = [...this.views, ...this.unlisted].find((one) => one.id === id);
    if (!found) throw new Error('You have no such view.');

    return found;
  }

  #called(...call: unknown[]): void {
    this.calls.push(call);
    if (this.failure) throw this.failure;
  }
}

import { defineTable } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../src/kernel/database/Database.ts';
import { defineModule } from '../../src/kernel/module/Module.ts';

interface DepotDatabase extends Database {
  crates: {
    id: string;
    label: string;
    kind: string;
    state: number;
    weight: string;
    worth: string;
    sealed: boolean | null;
    seen_at: Date;
    due: string | null;
    note: string;
  };
}

export const crateCount = 45;

/** A table of an application that the build of the pages has not seen: icons, classes and formats of its own. */
const crates = defineTable({
  template: {
    routePrefix: 'crates',
    name: 'Crates',
    crtNo: true,
    comparisonOperator: 'ILIKE',
    lengthMenu: [10, 20],
    appends: ['kind_icon'],
    buttons: [
      {
        type: 'global',
        name: 'stocktake',
        label: 'Stocktake',
        icon: 'dolly',
        class: 'is-primary is-light is-rounded',
        action: 'href',
        fullRoute: 'crates.stocktake',
        event: 'stocktake',
      },
      {
        type: 'row',
        name: 'label',
        icon: 'barcode',
        class: 'is-black is-outlined',
        tooltip: 'Print a label',
        action: 'href',
        fullRoute: 'crates.label',
        event: 'label',
      },
    ],
    columns: [
      { label: 'Crate', name: 'label', data: 'crates.label', meta: ['searchable', 'sortable', 'sort:ASC'] },
      { label: 'Kind', name: 'kind_icon', meta: ['icon', 'notExportable'] },
      { label: 'State', name: 'state', data: 'crates.state', enum: 'crateStates', meta: ['filterable'] },
      {
        label: 'Weight',
        name: 'weight',
        data: 'crates.weight',
        align: 'right',
        number: { symbol: 'kg', precision: 3, format: '%v %s' },
        meta: ['sortable', 'total'],
      },
      {
        label: 'Worth',
        name: 'worth',
        data: 'crates.worth',
        money: { symbol: '£', precision: 2, format: '%s%v' },
        meta: ['sortable', 'notVisible'],
      },
      { label: 'Sealed', name: 'sealed', data: 'crates.sealed', meta: ['boolean'] },
      { label: 'Last seen', name: 'seen_at', data: 'crates.seen_at', meta: ['datetime', 'sortable'] },
      { label: 'Due', name: 'due', data: 'crates.due', meta: ['date'] },
      { label: 'Note', name: 'note', data: 'crates.note', class: 'is-family-code', meta: ['notVisible'] },
    ],
  },
  enums: { crateStates: { 1: 'On the shelf', 2: 'On the road' } },
  query: (db: Kysely<DepotDatabase>) =>
    db
      .selectFrom('crates')
      .select([
        'crates.id as dtRowId',
        'label',
        'kind',
        'state',
        'weight',
        'worth',
        'sealed',
        'seen_at',
        'due',
        'note',
      ]),
  appends: {
    kind_icon: ({ kind }) => kind,
  },
  cssClasses: ({ state }): Record<string, string> =>
    state === 2 ? { weight: 'has-text-weight-bold has-background-warning-light' } : {},
});

/** A depot with crates; `more` are parts of its module. */
export function depot(more: Partial<Parameters<typeof defineModule>[0]> = {}) {
  return defineModule({
    name: 'depot',
    tables: [crates],
    menu: { crates: { icon: 'fa-warehouse', about: 'What is on the shelves.' } },
    migrations: {
      '0001_crates': {
        up: async (db) => {
          await sql`create table crates (
            id text primary key, label text not null, kind text not null, state int not null,
            weight numeric(10, 3) not null, worth numeric(10, 2) not null, sealed boolean,
            seen_at timestamptz not null, due date, note text not null
          )`.execute(db);
          await sql`insert into crates select
            'c/' || n, 'Crate ' || lpad(n::text, 3, '0'), (array['kiwi-bird', 'otter', 'fa-brands fa-docker'])[n % 3 + 1],
            n % 2 + 1, n * 1.25, n * 1000.5, case n % 3 when 0 then null when 1 then true else false end,
            timestamptz '2026-06-30 23:30:00Z' + n * interval '1 day', date '2026-01-01' + n,
            repeat('A long note about crate ' || n || '. ', 12)
            from generate_series(1, ${sql.lit(crateCount)}) as n`.execute(db);
        },
      },
    },
    routes: async (app) => {
      for (const [name, url] of [
        ['crates.stocktake', '/api/crates/stocktake'],
        ['crates.label', '/api/crates/:crate/label'],
      ] as const) {
        app.get(url, { config: { name }, schema: { tags: ['crates'] } }, async () => ({ done: true }));
      }
    },
    ...more,
  });
}

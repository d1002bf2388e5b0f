import { defineTable } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';

export interface Depot {
  parcels: {
    id: number;
    code: string;
    note: string | null;
    kind_id: number | null;
    state: string;
    sent_on: string | null;
    weight: string | null;
    fragile: number | null;
    seen_at: string | null;
    twice: number;
    tags: string | null;
    routes: string | null;
    extras: string | null;
  };
}

export async function createDepot(db: Kysely<Depot>): Promise<void> {
  await sql`create table parcels (
    id integer primary key,
    code varchar(8) not null unique,
    note text,
    kind_id integer,
    state varchar(10) not null default 'new' check (state in ('new', 'sent')),
    sent_on date,
    weight decimal(8, 2) check (weight >= 0),
    fragile boolean,
    seen_at datetime,
    twice integer generated always as (id * 2) stored,
    tags text,
    routes text,
    extras text check (json_valid(extras))
  )`.execute(db);
  for (let id = 1; id <= 9; id += 1) {
    await sql`insert into parcels (id, code, note, kind_id, weight, fragile, seen_at, tags, extras) values (
      ${id}, ${`P${id}`}, 'Ring twice', 2, 1234.5, true, '2026-10-25 01:30:00',
      '["a, b","c"]', '{"id":12345678901234567890,"size":[1.10]}'
    )`.execute(db);
  }
}

const column = (label: string, name: string, more: object = {}) => ({
  label,
  name,
  data: `parcels.${name}`,
  ...more,
});

const listOf = (items: object) => ({ anyOf: [{ type: 'null' }, { type: 'array', items }] });

/** Parcels with a form; every test uses one of its own. */
export const parcels = defineTable({
  template: {
    routePrefix: 'parcels',
    comparisonOperator: 'ILIKE',
    columns: [
      column('Code', 'code'),
      column('Kind', 'kind_id'),
      column('State', 'state', { enum: 'parcelStates' }),
      column('Sent on', 'sent_on', { meta: ['date'] }),
      column('Weight', 'weight', { number: { precision: 2 } }),
      column('Fragile', 'fragile', { meta: ['boolean'] }),
      column('Seen at', 'seen_at', { meta: ['datetime'] }),
    ],
    filters: [
      { label: 'Kind', name: 'kind_id', data: 'parcels.kind_id', type: 'select', route: 'kinds.options' },
    ],
  },
  enums: { parcelStates: { new: 'New', sent: 'On its way' } },
  query: (db: Kysely<Depot>) => db.selectFrom('parcels').selectAll('parcels').select('parcels.id as dtRowId'),
  records: {
    fields: {
      code: { help: 'As it is printed' },
      note: true,
      kind_id: true,
      state: true,
      sent_on: { when: { state: 'sent' } },
      weight: { section: 'Sizes' },
      fragile: true,
      seen_at: true,
      twice: { readOnly: true },
      tags: { section: 'More', schema: listOf({ type: 'string', maxLength: 10 }) },
      routes: { schema: listOf({ type: 'string', enum: ['air', 'rail', 'sea'] }) },
      extras: true,
    },
    create: true,
    update: true,
  },
});

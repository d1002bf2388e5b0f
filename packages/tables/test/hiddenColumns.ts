import { filterOperators, filterTypes, groupSteps } from '@rowhouse/table-protocol/internal';
import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { defineTable, type TableDefinition, type TemplateJson } from '../src/index.ts';

/** A table of which each template hides other columns. */
export interface Database {
  things: Record<string, string | number | boolean | null>;
}

type Kind = 'text' | 'number' | 'boolean' | 'date' | 'enum';

interface Column {
  readonly kind: Kind;
  /** A text in every value of the column, and nowhere else; null if values cannot be distinguished. */
  readonly canary: string | null;
  /** The value of a row; `other`: in the other database, where the column is hidden. */
  value(row: number, other: boolean): string | number | null;
}

const text = (canary: string): Column => ({
  kind: 'text',
  canary,
  value: (row, other) => (row % 6 === 5 ? null : `${other ? 'b' : 'a'}${row % 4} ${canary}`),
});
const number = (canary: number): Column => ({
  kind: 'number',
  canary: String(canary),
  value: (row, other) => (row % 7 === 6 ? null : canary * 1000 + (row % 5) + (other ? 50 : 0)),
});

export const columns: Readonly<Record<string, Column>> = {
  title: text('zqtitlex'),
  remark: text('zqremarkx'),
  amount: number(73001),
  weight: number(73002),
  paid: { kind: 'boolean', canary: null, value: (row, other) => Number(row % (other ? 3 : 2) === 0) },
  due: {
    kind: 'date',
    canary: '1907',
    value: (row, other) => (row % 5 === 4 ? null : `1907-0${(row % 3) + (other ? 5 : 1)}-11`),
  },
  state: {
    kind: 'enum',
    canary: null,
    value: (row, other) => ['red', 'green', 'blue'][(other ? row * 2 + 1 : row) % 3] ?? null,
  },
  code: text('zqcodex'),
};
const names = Object.keys(columns);
const rowCount = 24;
const kindOf = (name: string) => columns[name]?.kind ?? 'text';

export async function createThings(db: Kysely<Database>): Promise<void> {
  const types = {
    text: sql`varchar(100)`,
    number: sql`integer`,
    boolean: sql`boolean`,
    date: sql`date`,
    enum: sql`varchar(20)`,
  };
  let table = db.schema.createTable('things').addColumn('id', 'integer', (column) => column.primaryKey());
  for (const name of names) table = table.addColumn(name, types[kindOf(name)]);
  await table.execute();
}

/** Empties the table and fills it; `others` are the columns with other values than usual. */
export async function fillThings(
  db: Kysely<Database>,
  dialect: string,
  others: readonly string[],
): Promise<void> {
  const rows = Array.from({ length: rowCount }, (_, row) => ({
    id: row + 1,
    ...Object.fromEntries(
      Object.entries(columns).map(([name, column]) => {
        const value = column.value(row, others.includes(name));

        return [name, column.kind === 'boolean' && dialect === 'postgres' ? value === 1 : value];
      }),
    ),
  }));
  await db.deleteFrom('things').execute();
  await db.insertInto('things').values(rows).execute();
}

/**
 * What a template makes of a column. Clients must not learn anything of the values of `unselected`, `stripped` and
 * `rogue`, nor, without the permission of `optionsRoute`, of `listed`, nor, without `secret`, of `forbidden`; `searched` and `filtered` are declared for conditions
 * only, and so their values are never shown.
 */
const roles = [
  ...[
    'open',
    'open',
    'open',
    'open',
    'open',
    'open',
    'plain',
    'unselected',
    'stripped',
    'rogue',
    'searched',
    'filtered',
    'listed',
    'forbidden',
    'forbidden',
  ],
] as const;
type Role = (typeof roles)[number];

const tags: Readonly<Record<Kind, readonly string[]>> = {
  text: ['searchable', 'sortable', 'filterable', 'facet', 'groupable', 'editable'],
  number: ['sortable', 'filterable', 'total', 'average', 'groupable', 'editable'],
  boolean: ['sortable', 'filterable', 'groupable', 'editable'],
  date: ['sortable', 'filterable', 'groupable', 'editable'],
  enum: ['sortable', 'filterable', 'groupable', 'editable'],
};

/** Role and tags of each column. */
export type Roles = Readonly<Record<string, { readonly role: Role; readonly tags: readonly string[] }>>;

export const anyRoles: fc.Arbitrary<Roles> = fc
  .record(
    Object.fromEntries(
      names.map((name) => [
        name,
        fc.record({
          role: fc.constantFrom(...roles),
          tags: fc.oneof(fc.constant([...tags[kindOf(name)]]), fc.subarray([...tags[kindOf(name)]])),
        }),
      ]),
    ),
  )
  .map((given) => ({ ...given, title: { role: 'open', tags: given.title?.tags ?? [] } }));

/** Everything open, except a column that is listed by a route that the caller may not use. */
export const plainRoles: Roles = Object.fromEntries(
  names.map((name) => [name, { role: name === 'code' ? 'listed' : 'open', tags: tags[kindOf(name)] }]),
);

const withRole = (given: Roles, ...wanted: readonly Role[]) =>
  names.filter((name) => wanted.some((role) => given[name]?.role === role));

/** Columns of whose values clients must learn nothing. */
export const hiddenColumns = (given: Roles) =>
  withRole(given, 'unselected', 'stripped', 'rogue', 'listed', 'forbidden');
/** Columns whose values clients must not see. */
export const unseenColumns = (given: Roles) => [
  ...hiddenColumns(given),
  ...withRole(given, 'searched', 'filtered'),
];

export const optionsRoute = 'options.secret';
/** Permission of the columns of the role `forbidden`. */
export const secret = 'things.secret';

export function thingsTable(given: Roles): TableDefinition {
  const editable = withRole(given, 'open', 'forbidden').filter((name) =>
    given[name]?.tags.includes('editable'),
  );
  const selected = names.filter((name) => !withRole(given, 'unselected', 'listed').includes(name));
  const template = {
    routePrefix: 'things',
    selectable: true,
    // Responses have fingerprints of their rows.
    live: true,
    lengthMenu: [10, 100],
    strip: withRole(given, 'stripped', 'rogue', 'searched', 'filtered'),
    columns: names.flatMap((name) => templateColumn(name, given)),
    filters: withRole(given, 'listed').map((name) => ({
      ...{ label: name, name: `by_${name}`, data: `things.${name}`, type: 'select', route: optionsRoute },
    })),
  };

  return {
    ...defineTable({
      template: template as TemplateJson,
      enums: { states: { red: 'Red', green: 'Green', blue: 'Blue' } },
      query: (db: Kysely<Database>) =>
        db
          .selectFrom('things')
          .select('things.id as dtRowId')
          .select(selected.map((name) => `things.${name}` as const)),
    }),
    columnPermissions: Object.fromEntries(withRole(given, 'forbidden').map((name) => [name, secret])),
    ...(editable.length > 0 && {
      edit: { columns: Object.fromEntries(editable.map((name) => [name, true as const])) },
    }),
  };
}

function templateColumn(name: string, given: Roles): object[] {
  const { role, tags: wanted } = given[name] ?? { role: 'unselected', tags: [] };
  const tagged = wanted.includes('facet') ? [...new Set([...wanted, 'filterable'])] : wanted;
  const own: Partial<Record<Role, readonly string[]>> = {
    open: tagged,
    forbidden: tagged,
    plain: [],
    rogue: ['rogue'],
    searched: ['rogue', 'searchable'],
    filtered: ['rogue', 'filterable'],
  };
  const kind = kindOf(name);
  const isTyped = kind === 'boolean' || kind === 'date';
  if (own[role] === undefined) return [];

  return [
    {
      ...{ label: name, name, data: `things.${name}`, meta: [...own[role], ...(isTyped ? [kind] : [])] },
      ...(kind === 'number' && { number: {} }),
      ...(kind === 'enum' && { enum: 'states' }),
    },
  ];
}

const anyName = fc.constantFrom(...names);
const anyData = fc.oneof(
  { weight: 12, arbitrary: anyName.map((name) => `things.${name}`) },
  { weight: 1, arbitrary: fc.oneof(anyName, fc.constantFrom('things.id', 'things.nothing', 'other.title')) },
);
/** Values of both databases, parts of them, and what is near them. */
const guess = fc.oneof(
  fc
    .tuple(anyName, fc.nat(rowCount - 1), fc.boolean())
    .map(([name, row, other]) => columns[name]?.value(row, other) ?? null),
  fc.constantFrom('a', 'b', 'b2', 'zq', '', null, true, false, 0, 73_001_020, '1907-04-01', 'last 7 days'),
);
const interval = fc.record({ min: guess, max: guess }, { requiredKeys: [] });
const filterKinds = {
  text: 'string',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  enum: 'enum',
} as const;

/** Mostly a condition that fits the column. */
const condition = anyName.chain((name) => {
  const own = fc
    .tuple(fc.nat(rowCount - 1), fc.boolean())
    .map(([row, other]) => columns[name]?.value(row, other) ?? 'a');
  const one = fc.oneof({ weight: 8, arbitrary: own }, { weight: 1, arbitrary: guess });

  return fc.constantFrom(...filterOperators[filterKinds[kindOf(name)]]).chain((operator) =>
    fc.record({
      data: fc.constant(`things.${name}`),
      operator: fc.constant(operator),
      ...(operator !== 'isEmpty' &&
        operator !== 'isNotEmpty' && {
          value:
            operator === 'anyOf' || operator === 'noneOf'
              ? fc.array(one, { minLength: 1, maxLength: 3 })
              : operator === 'between'
                ? fc.record({ min: own, max: one })
                : one,
        }),
    }),
  );
});

const { node: where } = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    condition,
    fc.record({ all: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('node') }),
  ),
}));

const level = anyName.chain((column) =>
  kindOf(column) === 'date'
    ? fc.record({ column: fc.constant(column), step: fc.constantFrom(...groupSteps) })
    : fc.record({ column: fc.constant(column) }),
);
const optional = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

/** What is read instead of a page. */
const summary = fc.oneof(
  fc.constant({}),
  fc.record({ facets: fc.oneof(fc.tuple(anyData), fc.uniqueArray(anyData, { minLength: 1, maxLength: 3 })) }),
  fc.record({ statistics: anyName }),
  fc.record({ groups: fc.tuple(level) }),
  fc.record(
    {
      groups: fc.array(level, { minLength: 1, maxLength: 3 }),
      groupPath: fc.array(guess, { minLength: 1, maxLength: 3 }),
      groupSort: fc.record({
        by: fc.oneof(fc.constantFrom('label', 'count'), anyName),
        direction: fc.constantFrom('ASC', 'DESC'),
      }),
    },
    { requiredKeys: ['groups'] },
  ),
  fc.record({
    groups: fc.tuple(level),
    groupSort: fc.record({
      by: fc.oneof(fc.constant('count'), anyName),
      direction: fc.constantFrom('ASC', 'DESC'),
    }),
  }),
  fc.record({ row: fc.integer({ min: 1, max: rowCount }) }),
  fc.record({
    changes: fc.array(
      fc.record({ row: fc.integer({ min: 1, max: rowCount + 2 }), version: fc.constantFrom('a', 'b') }),
      { minLength: 1, maxLength: 5 },
    ),
  }),
);
const meta = fc
  .tuple(
    summary,
    fc.record(
      {
        search: optional(fc.oneof(fc.constantFrom('a', 'b', 'zq'), guess)),
        start: fc.nat(20),
        forceInfo: fc.boolean(),
        length: fc.constantFrom(10, 100),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([first, second]) => ({ ...second, ...first }));
const sort = fc.record({ name: anyName, meta: fc.record({ sort: fc.constantFrom('ASC', 'DESC') }) });
const ofTable = (value: fc.Arbitrary<unknown>) =>
  fc.record({ things: fc.dictionary(anyName, value, { minKeys: 1, maxKeys: 2 }) });

/** An export in groups of any columns, with any columns. */
export const anyGroupedExport = fc.record(
  {
    grouped: fc.constant(true),
    exported: fc.uniqueArray(anyName, { minLength: 1, maxLength: 3 }),
    meta: fc.record(
      {
        groups: fc.array(level, { minLength: 1, maxLength: 2 }),
        groupSort: fc.record({ by: fc.oneof(fc.constantFrom('label', 'count'), anyName) }),
      },
      { requiredKeys: ['groups'] },
    ),
  },
  { requiredKeys: ['grouped', 'meta'] },
);

const rowIds = fc.uniqueArray(fc.integer({ min: 1, max: rowCount + 2 }), { minLength: 1, maxLength: 4 });

/** A data request that names any columns. */
export const anyRequest = fc.record({
  only: optional(rowIds),
  except: optional(rowIds),
  exported: optional(fc.uniqueArray(anyName, { minLength: 1, maxLength: 3 })),
  meta: fc.oneof({ weight: 3, arbitrary: meta }, { weight: 1, arbitrary: fc.constant(undefined) }),
  where: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: where }),
  columns: optional(fc.array(sort, { minLength: 1, maxLength: 2 })),
  filters: optional(ofTable(fc.oneof(guess, fc.array(guess, { maxLength: 3 })))),
  intervals: optional(ofTable(interval)),
  internalFilters: optional(
    fc.array(
      fc.record({
        data: anyData,
        type: fc.constantFrom(...filterTypes),
        value: fc.oneof(guess, interval),
        mode: fc.constantFrom('full', 'startsWith', 'exactMatch', 'doesntContain', 'interval', 'value', null),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  ),
});

/** A change of a cell of any column, sometimes of a row that is not there. */
export const anyEdit = anyName.chain((column) => {
  const row = fc.integer({ min: 1, max: rowCount + 2 });
  const own = row.map((other) => columns[column]?.value(other, other % 2 === 0) ?? null);

  return fc.record(
    {
      ...{ row, column: fc.constant(column), value: fc.oneof(own, guess) },
      expected: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: own }),
    },
    { requiredKeys: ['row', 'column', 'value'] },
  );
});

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../../../../test/axe.ts';
import { dialects } from '../../../../test/databases.ts';
import { createExistingDatabase, type ExistingDatabase } from '../../src/testing/existingDatabase.ts';
import { keepScreenshot, type Pages, people, startPages, takeFaults } from './startPages.ts';

type Page = Awaited<ReturnType<Pages['open']>>;

/** What a user does with one table; fields by their labels, columns by their names. */
interface Walk {
  readonly table: string;
  readonly create: Readonly<Record<string, string>>;
  /** Where the new record is found, and the columns of its key. */
  readonly where: Readonly<Record<string, unknown>>;
  readonly key: readonly string[];
  /** A field with a value that is refused, and the message; null if everything that fits into the field is accepted. */
  readonly refused: readonly [label: string, value: string, message: string] | null;
  readonly change: readonly [label: string, value: string, column: string, stored: string];
}

/** Tables of different shapes: what identifies their rows, what they refer to, and the types of their columns. */
const walks: readonly Walk[] = [
  {
    table: 'cities',
    create: { Name: 'Osaka', Country: 'Japan' },
    where: { name: 'Osaka', country: 'JP' },
    key: ['id'],
    refused: ['Name', '', 'Type a text.'],
    change: ['Country', 'Greece', 'country', 'GR'],
  },
  {
    table: 'countries',
    create: { Code: 'IT', Name: 'Italie' },
    where: { code: 'IT' },
    key: ['code'],
    refused: ['Name', '', 'Type a text.'],
    change: ['Name', 'Italy', 'name', 'Italy'],
  },
  {
    table: 'orders',
    create: { Number: 'W-77', Customer: 'Ada 3', Status: 'new', Total: '1234.5', 'Placed on': '2026-11-29' },
    where: { number: 'W-77', customer_id: 3 },
    key: ['id'],
    refused: ['Number', 'R-1001', 'already in use'],
    change: ['Status', 'paid', 'status', 'paid'],
  },
  {
    table: 'order_items',
    create: { Order: 'R-1090', Position: '9', Article: 'A-1', Quantity: '4' },
    where: { order_id: 90, position: 9 },
    key: ['order_id', 'position'],
    refused: ['Article', '', 'Type a text.'],
    change: ['Quantity', '5', 'quantity', '5'],
  },
  {
    table: 'with_unique_key',
    create: { Code: 'K-X', Label: 'dark' },
    where: { code: 'K-X' },
    key: ['code'],
    refused: null,
    change: ['Label', 'light', 'label', 'light'],
  },
  {
    table: 'translations',
    create: { Locale: 'de', Word: 'a,~b', Translation: 'eins' },
    where: { locale: 'de', word: 'a,~b' },
    key: ['locale', 'word'],
    refused: null,
    change: ['Translation', 'zwei', 'translation', 'zwei'],
  },
  {
    table: 'employees',
    create: { 'Full name': 'Zoe', Manager: 'Ada Boss' },
    where: { full_name: 'Zoe', manager_id: 1 },
    key: ['id'],
    refused: ['Full name', '', 'Type a text.'],
    change: ['Deputy', 'Bob', 'deputy_id', '2'],
  },
  {
    table: 'doubled',
    create: { Amount: '21' },
    where: { amount: 21, twice: 42 },
    key: ['id'],
    refused: ['Amount', '1.5', 'whole number'],
    change: ['Amount', '50', 'twice', '100'],
  },
  {
    table: 'measures',
    create: { Small: '7', Big: '9007199254740991', Exact: '0.000001' },
    where: { small: 7 },
    key: ['id'],
    refused: ['Small', '1.5', 'whole number'],
    change: ['Big', '9007199254740990', 'big', '9007199254740990'],
  },
  {
    table: 'flags',
    create: { 'Is on': 'Yes' },
    where: { id: 4 },
    key: ['id'],
    refused: null,
    change: ['Is on', 'No', 'is_on', 'false'],
  },
];

describe.each(dialects)('an existing database that may be written, on %s', (dialect) => {
  let existing: ExistingDatabase;
  let pages: Pages;
  beforeAll(async () => {
    existing = await createExistingDatabase(dialect);
    const { url, schemas, db } = existing;
    if (dialect === 'postgres') {
      // The rows were inserted with their numbers, of which the sequences know nothing.
      for (const table of ['cities', 'orders', 'employees', 'doubled', 'measures', 'flags'])
        await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
          db,
        );
    }
    const open = { url, ...(schemas && { schemas }), writable: true };
    pages = await startPages({ definition: { databases: { open } } });
  });
  afterAll(async () => {
    await pages?.stop();
    await existing?.destroy();
  });
  afterEach(() => expect(takeFaults()).toEqual([]));

  /** Table → checksum of its rows. */
  async function checksums(): Promise<Map<string, string>> {
    const sums = new Map<string, string>();
    for (const names of await tables()) {
      const { rows } = await sql`select * from ${sql.id(...names)}`.execute(existing.db);
      const lines = rows.map((row) => JSON.stringify(row)).sort();
      sums.set(names.join('.'), createHash('sha256').update(lines.join('\n')).digest('hex'));
    }
    expect(sums.size).toBeGreaterThanOrEqual(26);

    return sums;
  }
  /** Names of all tables, with their schema where there are several. */
  async function tables(): Promise<readonly (readonly string[])[]> {
    const { rows } =
      dialect === 'sqlite'
        ? await sql<{ schema: null; name: string }>`
            select null as ${sql.id('schema')}, name as name from sqlite_master where type = 'table'`.execute(
            existing.db,
          )
        : await sql<{ schema: string; name: string }>`
            select table_schema as ${sql.id('schema')}, table_name as name from information_schema.tables
            where table_type = 'BASE TABLE' and table_schema in (${sql.join(existing.schemas ?? ['public', 'clinic'])})`.execute(
            existing.db,
          );

    return rows.map(({ schema, name }) => (schema === null ? [name] : [schema, name]));
  }
  async function found(table: string, where: Walk['where']): Promise<Record<string, unknown>[]> {
    const conditions = Object.entries(where).map(([column, value]) => sql`${sql.id(column)} = ${value}`);
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`.execute(existing.db);

    return rows;
  }
  async function fill(page: Page, label: string, value: string): Promise<void> {
    const input = page
      .locator('.rh-record-form')
      .getByLabel(new RegExp(`^${label}(\\W|$)`))
      .first();
    await input.waitFor();
    if ((await input.getAttribute('role')) === 'combobox') {
      await input.press('Enter');
      await page.getByRole('searchbox').fill(value);
      await page.getByRole('radio', { name: value, exact: true }).click();
    } else if (await input.evaluate(({ tagName }) => tagName === 'SELECT')) {
      await input.selectOption(value);
    } else {
      await input.fill(value);
    }
  }
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
  const notice = (page: Page, text: string) => page.locator('.app-notice').getByText(text).first().waitFor();

  it.each(walks)('lets records of $table be created, refused, changed and deleted', async (walk) => {
    const { table, create, where, key, refused, change } = walk;
    const before = await checksums();
    const page = await pages.open(`/tables/open.${table}/new`, { as: people.administrator });
    for (const [label, value] of Object.entries(create)) await fill(page, label, value);
    await save(page).click();
    await notice(page, 'The record was created.');
    const made = await found(table, where);
    expect(made).toHaveLength(1);

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    if (refused) {
      const [label, value, message] = refused;
      await fill(page, label, value);
      await save(page).click();
      await page.locator('.rh-record-form').getByText(message).first().waitFor();
      await page.reload();
      await page.getByRole('button', { name: 'Discard the draft' }).click();
    }
    const [label, next, column, stored] = change;
    await fill(page, label, next);
    await save(page).click();
    await notice(page, 'The record was saved.');
    const [row] = await found(table, Object.fromEntries(key.map((name) => [name, made[0]?.[name]])));
    expect(String(row?.[column]).replace(/^0$/, 'false')).toBe(stored);

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.locator('dialog[open] .is-danger').click();
    await page.getByText('The record was deleted.').first().waitFor();
    expect(await checksums()).toEqual(before);
    await page.context().close();
  });

  it('has forms without faults of accessibility', async () => {
    const page = await pages.open('/tables/open.orders/new', { as: people.administrator });
    await page.locator('.rh-record-form').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, `found-table-${dialect}`);
  });
});

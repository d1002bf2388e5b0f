import { installChanges } from '@rowhouse/tables';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../../../../test/axe.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/databases.ts';
import { grantPermissions } from '../../src/modules/users/access/storeAccess.ts';
import { keepScreenshot, type Pages, people, startPages, takeFaults } from './startPages.ts';

interface Cinema {
  films: { id: number; title: string };
  actors: { id: number; name: string };
  film_actors: { film_id: number; actor_id: number };
}

let database: TestDatabase<Cinema>;
let pages: Pages;

/** A database that is served with writing, without any code. */
beforeAll(async () => {
  database = await createTestDatabase<Cinema>('postgres');
  const { db } = database;
  await sql`create table films (id integer primary key, title varchar(40) not null)`.execute(db);
  await sql`create table actors (id integer primary key, name varchar(40) not null)`.execute(db);
  await sql`create table film_actors (film_id integer references films, actor_id integer references actors,
    last_update timestamptz not null default now(), primary key (film_id, actor_id))`.execute(db);
  await sql`insert into films values (1, 'Heat'), (2, 'Ronin')`.execute(db);
  await sql`insert into actors values (1, 'Ann'), (2, 'Bo'), (3, 'Cy'), (4, 'Di')`.execute(db);
  await sql`insert into film_actors values (1, 1), (2, 2)`.execute(db);
  await installChanges(db);
  pages = await startPages({
    definition: { databases: { cinema: { url: database.url ?? '', writable: true } } },
  });
  const ids = ['films', 'actors', 'film_actors'].map((id) => `cinema.${id}`);
  await grantPermissions(
    pages.service.database.db,
    'user',
    ids.flatMap((id) => [`${id}.init`, `${id}.tableData`]),
  );
});
afterAll(async () => {
  await pages?.stop();
  await database?.destroy();
});
afterEach(() => expect(takeFaults()).toEqual([]));

type Page = Awaited<ReturnType<Pages['open']>>;

const actors = (page: Page) => page.locator('.app-related').filter({ hasText: 'Actors' });
const shown = async (page: Page) =>
  (await actors(page).locator('tbody td[data-column="name"]').allInnerTexts()).toSorted();
const linked = async () =>
  (
    await database.db
      .selectFrom('film_actors')
      .select('actor_id')
      .where('film_id', '=', 1)
      .orderBy('actor_id')
      .execute()
  ).map(({ actor_id: id }) => id);

it('adds rows that are found by a search, and removes one, by the keyboard', async () => {
  const page = await pages.open('/tables/cinema.films/1', { as: people.administrator });
  await expect.poll(() => shown(page)).toEqual(['Ann']);
  // Instead of the rows of the join table.
  expect(await page.locator('.app-related').count()).toBe(1);
  expect(await actors(page).locator('[data-button="create"]').count()).toBe(0);

  await actors(page).getByRole('button', { name: 'Add', exact: true }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add rows' });
  const search = dialog.getByRole('searchbox');
  await expect.poll(() => search.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(() => dialog.locator('.rh-option').allInnerTexts()).toEqual(['Bo', 'Cy', 'Di']);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.type('Cy');
  await expect.poll(() => dialog.locator('.rh-option').allInnerTexts()).toEqual(['Cy']);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await search.fill('');
  await expect.poll(() => dialog.locator('.rh-option').allInnerTexts()).toEqual(['Cy', 'Bo', 'Di']);
  await dialog.getByRole('checkbox', { name: 'Di' }).press('Space');
  await keepScreenshot(page, 'linked-rows-add');
  await dialog.getByRole('checkbox', { name: 'Di' }).press('Enter');
  await page.getByText('2 rows were added.').waitFor();
  await expect.poll(() => shown(page)).toEqual(['Ann', 'Cy', 'Di']);
  expect(await linked()).toEqual([1, 3, 4]);
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'linked-rows');

  const row = actors(page).locator('tbody tr').filter({ hasText: 'Cy' });
  await row.getByRole('button', { name: 'Remove from this list' }).focus();
  await page.keyboard.press('Enter');
  const confirmation = page.getByRole('alertdialog');
  await confirmation.getByText('Only the link is removed. The row itself is kept.').waitFor();
  await confirmation.locator('[data-control="confirm"]').press('Enter');
  await expect.poll(() => shown(page)).toEqual(['Ann', 'Di']);
  expect(await linked()).toEqual([1, 4]);
  const removed = page.locator('.rh-toasts').filter({ hasText: 'Removed from this list.' });
  await removed.getByRole('button', { name: 'Undo' }).last().press('Enter');
  await expect.poll(() => shown(page)).toEqual(['Ann', 'Cy', 'Di']);
  expect(await linked()).toEqual([1, 3, 4]);
});

it('says which of the rows is refused because another user has added it meanwhile', async () => {
  const page = await pages.open('/tables/cinema.films/1', { as: people.administrator });
  await actors(page).getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add rows' });
  await dialog.getByRole('checkbox', { name: 'Bo' }).check();
  await database.db.insertInto('film_actors').values({ film_id: 1, actor_id: 2 }).execute();
  await dialog.locator('[data-control="add-chosen"]').click();
  await dialog.getByRole('alert').getByText('Bo: ').waitFor();
  expect(await dialog.getByRole('alert').textContent()).toMatch(/already/);
  await dialog.locator('[data-control="cancel"]').click();
  await database.db.deleteFrom('film_actors').where('film_id', '=', 1).where('actor_id', '=', 2).execute();
});

it('only shows the rows to users who may neither create nor delete those of the join table', async () => {
  const page = await pages.open('/tables/cinema.films/1', { as: people.clerk });
  await expect.poll(() => shown(page)).toEqual(['Ann', 'Cy', 'Di']);
  expect(
    await actors(page)
      .getByRole('button', { name: /^(Add|Remove from this list)$/ })
      .count(),
  ).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StartError } from '../base/errors.ts';
import { pagePaths } from '../kernel/http/pagePaths.ts';
import { type AppPages, appPagesOf } from './appPages.ts';
import { refusePageClashes } from './refusePageClashes.ts';

const root = new URL('../../../../', import.meta.url).pathname;
let folder: string;
beforeAll(async () => {
  // Inside the repository, so that Vue is found.
  await mkdir(join(root, 'test-output'), { recursive: true });
  folder = await mkdtemp(join(root, 'test-output/page-clashes-'));
  await writeFile(
    join(folder, 'View.vue'),
    `<script setup lang="ts">import { language } from '@rowhouse/service/pages';</script><template>{{ language }}</template><style>.room { color: red; }</style>`,
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The pages of modules, each with these routes. */
async function pagesOf(
  modules: Record<string, readonly { name: string; path: string }[]>,
  /** Module → the code of `extend`. */
  changes: Record<string, string> = {},
): Promise<AppPages> {
  const entries = await Promise.all(
    Object.entries(modules).map(async ([name, routes]) => {
      const file = join(folder, `${name}.ts`);
      const lines = routes.map(
        (route) => `{ ...${JSON.stringify(route)}, component: () => import('./View.vue') }`,
      );
      await writeFile(
        file,
        `import { definePages } from '@rowhouse/service/pages';
         import View from './View.vue';
         export default definePages({ routes: [${lines.join(', ')}], slots: { rooms: { name: View } }, extend: ${changes[name] ?? '{}'} });`,
      );

      return { name, pages: file };
    }),
  );
  const pages = appPagesOf(entries, folder);
  if (pages === null) throw new Error('There are pages.');

  return pages;
}

it('accepts pages of modules with unique paths and names, and returns all names', async () => {
  const pages = await pagesOf({
    office: [
      { name: 'rooms', path: '/rooms' },
      { name: 'rooms.show', path: '/rooms/:room' },
    ],
    depot: [{ name: 'parcels', path: '/parcels' }],
  });
  expect(await refusePageClashes(pages)).toEqual([
    ...Object.keys(pagePaths),
    'rooms',
    'rooms.show',
    'parcels',
  ]);
});

it('refuses a path or name of the service or another module with status 2 and both owners', async () => {
  const pages = await pagesOf({
    office: [
      { name: 'people', path: '/users' },
      { name: 'rooms.show', path: '/rooms/:room' },
      { name: 'profile', path: '/me' },
    ],
    depot: [{ name: 'depot.room', path: '/rooms/:id' }],
  });
  const error = await refusePageClashes(pages).catch((cause: unknown) => cause as StartError);
  expect(error).toBeInstanceOf(StartError);
  expect(error).toMatchObject({
    status: 2,
    message: [
      'The pages of modules conflict:',
      '  - the page "people" (/users) of the module "office" has the path of the page "users" (/users) of the service. Change it.',
      '  - the page "profile" (/me) of the module "office" has the name of the page "profile" (/profile) of the service. Change it.',
      '  - the page "depot.room" (/rooms/:id) of the module "depot" has the path of the page "rooms.show" (/rooms/:room) of the module "office". Change it.',
    ].join('\n'),
  });
});

it('accepts changes of pages of the service and of other modules, and omits the names of removed ones', async () => {
  const pages = await pagesOf(
    { office: [{ name: 'rooms', path: '/rooms' }], depot: [{ name: 'parcels', path: '/parcels' }] },
    { office: "{ roles: null, 'users.edit': View, parcels: null, home: View }", depot: '{ rooms: null }' },
  );
  const gone = ['roles', 'parcels', 'rooms'];
  const all = [...Object.keys(pagePaths), 'rooms', 'parcels'];
  expect(await refusePageClashes(pages)).toEqual(all.filter((name) => !gone.includes(name)));
});

it('refuses to change pages that do not exist, and to remove those that others need', async () => {
  const pages = await pagesOf(
    { office: [] },
    { office: "{ 'user.edit': View, 'no.such.page.anywhere': null, 'sign-in': null }" },
  );
  await expect(refusePageClashes(pages)).rejects.toMatchObject({
    status: 2,
    message: [
      'The pages of modules conflict:',
      '  - the module "office" extends the page "user.edit". Did you mean "users.edit"?',
      `  - the module "office" extends the page "no.such.page.anywhere". No page has this name; pages are ${Object.keys(pagePaths).join(', ')}.`,
      '  - the module "office" removes the page "sign-in", which others need. Give a component instead of null.',
    ].join('\n'),
  });
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appPagesOf, builtNames, recordFile, recordOf, staleness } from './appPages.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowhouse-app-pages-'));
  await mkdir(join(folder, 'pages'));
  await writeFile(join(folder, 'pages/index.ts'), 'export default {};');
  await writeFile(join(folder, 'pages/Page.vue'), '<template>One</template>');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const modules = () => [
  {
    name: 'office',
    pages: pathToFileURL(join(folder, 'pages/index.ts')),
    menu: { rooms: { icon: 'fa-city' } },
  },
  { name: 'other' },
];

describe('The pages of modules', () => {
  it('are null if no module has any', () => {
    expect(appPagesOf([{ name: 'other' }], folder)).toBeNull();
  });

  it('are found by a URL or a path relative to the application', () => {
    const pages = appPagesOf(modules(), folder);
    expect(pages).toMatchObject({
      entries: [join(folder, 'pages/index.ts')],
      folder: join(folder, '.rowhouse/pages'),
    });
    expect(pages?.texts.join()).toContain('fa-city');
    expect(appPagesOf([{ name: 'office', pages: 'pages/index.ts' }], folder)?.entries).toEqual(
      pages?.entries,
    );
  });

  it('are refused if the file does not exist', () => {
    expect(() => appPagesOf([{ name: 'office', pages: './none.ts' }], folder)).toThrow(
      /The pages of the module "office" are .*none\.ts, but the file does not exist\. Write new URL/,
    );
  });

  it('are not built at first, and outdated after a change', async () => {
    const pages = appPagesOf(modules(), folder);
    if (pages === null) throw new Error('There are pages.');
    expect(staleness(pages, folder)).toBe('not built');
    await mkdir(pages.folder, { recursive: true });
    await writeFile(join(pages.folder, 'index.html'), '');
    expect(staleness(pages, folder)).toBe('older');
    const page = join(folder, 'pages/Page.vue');
    const record = recordOf(pages, folder, { sources: [...pages.entries, page], names: ['rooms'] });
    await writeFile(recordFile(pages.folder), JSON.stringify({ ...JSON.parse(record), version: '0.0.1' }));
    expect(staleness(pages, folder)).toBe('older');
    await writeFile(recordFile(pages.folder), record);
    expect(staleness(pages, folder)).toBeNull();
    expect(builtNames(pages)).toEqual(['rooms']);
    await writeFile(page, '<template>Two</template>');
    expect(staleness(pages, folder)).toBe('older');
    await writeFile(page, '<template>One</template>');
    expect(staleness(pages, folder)).toBeNull();
    expect(staleness({ ...pages, entries: [...pages.entries, page] }, folder)).toBe('older');
    await rm(page);
    expect(staleness(pages, folder)).toBe('older');
  });
});

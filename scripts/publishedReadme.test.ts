import { expect, test } from 'vitest';
import { publishedReadme, relativeTargets } from './publishedReadme.ts';

const options = { folder: 'packages/tables', files: ['dist', 'LICENSE'] };
const markdown = [
  '[Guide](../../docs/guides/actions.md#progress) and [`code` [x]](../table-vue), [licence](LICENSE),',
  '[built](./dist/index.js), [Kysely](https://kysely.dev), [above](#a-heading), [mail](mailto:ada@example.com)',
  '```md',
  '[not a link](../../docs/none.md)',
  '```',
  '[Errors](../../docs/errors.md)',
].join('\n');

test('resolves links out of the package to the repository, and keeps all others', () => {
  const address = 'https://git.example.com/rowhouse/blob/HEAD';
  expect(publishedReadme(markdown, { ...options, address })).toBe(
    markdown
      .replace('(../../docs/guides', `(${address}/docs/guides`)
      .replace('(../table-vue)', `(${address}/packages/table-vue)`)
      .replace('(../../docs/errors', `(${address}/docs/errors`),
  );
});

test('are plain text without an address of the repository', () => {
  const published = publishedReadme(markdown, { ...options, address: null });
  expect(published).toMatch(/^Guide and `code` \[x\], \[licence\]\(LICENSE\),\n/);
  expect(published).toMatch(/\nErrors$/);
  expect(relativeTargets(published)).toEqual(['LICENSE', './dist/index.js']);
});

test('refuses a broken link, and an image that the registry would lack', () => {
  for (const [text, message] of [
    ['[a](../../docs/none.md)', 'packages/tables/README.md: ../../docs/none.md does not exist.'],
    ['[a](../../../other)', 'packages/tables/README.md: ../../../other does not exist.'],
    ['![a](../../docs/images/orders.png)', 'is an image. Use an absolute address.'],
  ] as const) {
    expect(() => publishedReadme(text, { ...options, address: null })).toThrow(message);
  }
});

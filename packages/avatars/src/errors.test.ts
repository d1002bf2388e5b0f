import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { avatarErrors } from './errors.ts';

it('has every code with its status in docs/errors.md, and no other', () => {
  const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| `(avatars\.\w+)` +\| (\d+) +\|/gm)].map(([, code, status]) => [
    code,
    Number(status),
  ]);

  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries(Object.entries(avatarErrors).map(([code, { status }]) => [code, status])),
  );
});

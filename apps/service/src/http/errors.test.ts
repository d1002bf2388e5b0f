import { readFileSync } from 'node:fs';
import { errorTable as avatarErrors } from '@rowhouse/avatars';
import { expect, it } from 'vitest';
import { errorTable as serviceErrors } from './errors.ts';

it('has every code with its status in docs/errors.md, and no other', () => {
  const page = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| `((?:service|avatars)\.\w+)` +\| (\d+) +\|/gm)].map(
    ([, code, status]) => [code, Number(status)],
  );
  const raised = Object.entries({ ...serviceErrors, ...avatarErrors });

  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries(raised.map(([code, { status }]) => [code, status])),
  );
});

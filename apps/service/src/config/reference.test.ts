import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { configurationReference } from './reference.ts';

it('The reference of the configuration lists every variable as the code reads it', () => {
  const file = new URL('../../../../docs/reference/configuration.md', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(configurationReference());
});

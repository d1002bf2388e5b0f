import { expect, it } from 'vitest';
import { wholeNumber } from './commandLine.ts';

it.each(['-1', '3651', '1.5', '1e2', 'many', '', ' 7'])('refuses --days of %j', (text) => {
  expect(() => wholeNumber('--days', text, 0, 3650)).toThrow(
    `--days is "${text}", but must be a whole number from 0 to 3650.`,
  );
});

it('accepts --days of a whole number', () => {
  expect(['0', '7', '3650'].map((text) => wholeNumber('--days', text, 0, 3650))).toEqual([0, 7, 3650]);
});

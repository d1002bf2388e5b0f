import { expect, test } from 'vitest';
import { formSections } from './formSections.ts';

test('neighbours with the same heading are one section', () => {
  const fields = [
    ['a', undefined],
    ['b', 'Sizes'],
    ['c', 'Sizes'],
    ['d', 'Dates'],
    ['e', 'Sizes'],
  ] as const;
  const sections = formSections(
    fields.map(([name, section]) => ({ name, label: name, type: 'string', ...(section && { section }) })),
  );
  expect(sections.map(({ title, fields }) => [title, fields.map(({ name }) => name).join('')])).toEqual([
    ['', 'a'],
    ['Sizes', 'bc'],
    ['Dates', 'd'],
    ['Sizes', 'e'],
  ]);
});

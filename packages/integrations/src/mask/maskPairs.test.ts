import { expect, it } from 'vitest';
import { canary } from './createMask.fixture.ts';
import { createMask } from './createMask.ts';

const mask = createMask();

it.each([
  ['|', '  '],
  ['>', '    '],
  ['|-', ' '],
  ['>+2 # folded', '    '],
])('hides all lines of a block of YAML: %s', (header, indentation) => {
  const lines = (...texts: string[]) => texts.map((text) => `${indentation}${text}\n`).join('');
  const block = (name: string) => `${name}: ${header}\n${lines(canary, '', `  city: ${canary}`, canary)}`;

  expect(mask.text(`city: Cluj\n${block('password')}weight: 2\n`)).toBe(
    'city: Cluj\npassword: ***\nweight: 2\n',
  );
  expect(mask.text(block('private_key').replaceAll('\n', '\r\n'))).toBe('private_key: ***\r\n');
  expect(mask.text(block('password').trimEnd())).toBe('password: ***');
  expect(mask.text(block('note'))).toContain(canary);
});

it('ends a block of YAML at the next name of the same level', () => {
  const list = `keys:\n  - name: a\n    pin: |\n      ${canary}\n    city: Cluj\n  - pin: >\n      ${canary}\n    city: Iasi\n`;

  expect(mask.text(list)).toBe(
    'keys:\n  - name: a\n    pin: ***\n    city: Cluj\n  - pin: ***\n    city: Iasi\n',
  );
  expect(mask.text('pin: |\ncity: Cluj')).toBe('pin: ***\ncity: Cluj');
  expect(mask.text(`pin: ${'| '.repeat(3)}${canary}\ncity: Cluj`)).toBe('pin: ***\ncity: Cluj');
});

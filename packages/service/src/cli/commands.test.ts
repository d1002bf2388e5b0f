import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commandNames } from '../checkDefinition.ts';
import { commands } from './commands.ts';

const file = new URL('../../../../docs/reference/commands.md', import.meta.url);
const [, ...sections] = readFileSync(file, 'utf8').split(/^## /m);

interface Described {
  readonly name: string;
  readonly options: readonly { readonly name: string; readonly default: string }[];
}

/** The headings of the file, and the rows of their tables of options. */
const described: Described[] = sections.map((section) => ({
  name: /^`([^`]+)`/.exec(section)?.[1] ?? section,
  options: [...section.matchAll(/^\| `--([\w-]+)` *\| ([^|]*?) *\|/gm)].map(([, name = '', value = '']) => ({
    name,
    default: value,
  })),
}));

it('The reference of the commands has all of them with their options and defaults', () => {
  expect(described.map(({ name }) => name)).toEqual(Object.keys(commands));
  const known = Object.entries(commands).map(([name, { args = {} }]) => ({
    name,
    options: Object.entries(args).map(([option, { type, default: value, required }]) => ({
      name: option,
      default: required ? 'required' : type === 'boolean' ? 'off' : value && `\`${value}\``,
    })),
  }));
  for (const [index, { name, options }] of known.entries()) {
    // Defaults that the code computes are described in words.
    const expected = options.map((option) => ({ ...option, default: option.default ?? expect.any(String) }));
    expect([name, described[index]?.options]).toEqual([name, expected]);
  }
});

it('Modules may not take the names of these commands', () => {
  expect(commandNames).toEqual(Object.keys(commands));
});

it('Each command says what it is for, in a sentence', () => {
  for (const { meta } of Object.values(commands)) {
    expect(meta).toMatchObject({ description: expect.stringMatching(/^[A-Z].*\.$/) });
  }
});

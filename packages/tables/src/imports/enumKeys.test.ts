import { expect, it } from 'vitest';
import { enumKeys } from './enumKeys.ts';

const german: Readonly<Record<string, string>> = { New: 'Neu', Done: 'Fertig', Delivered: 'Fertig' };
const translate = (text: string) => german[text] ?? text;

it('finds keys by themselves, labels and translated labels', () => {
  const keys = enumKeys({ n: 'New', d: 'Done' }, translate);

  expect(['n', 'new', 'neu', 'd', 'done', 'fertig'].map((text) => keys.get(text))).toEqual([
    'n',
    'n',
    'n',
    'd',
    'd',
    'd',
  ]);
});

it('finds no key by a label that several have', () => {
  const keys = enumKeys({ d: 'Done', e: 'Delivered', x: 'Same', y: 'same' }, translate);

  expect(['fertig', 'same'].map((text) => keys.get(text))).toEqual([undefined, undefined]);
  expect(['done', 'delivered'].map((text) => keys.get(text))).toEqual(['d', 'e']);
});

it('prefers a key to a label that is the same text', () => {
  expect(enumKeys({ on: 'off', off: 'on' }, translate).get('on')).toBe('on');
});

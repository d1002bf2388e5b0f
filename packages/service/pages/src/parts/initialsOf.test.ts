import { expect, it } from 'vitest';
import { initialsOf } from './initialsOf.ts';

it.each([
  ['Ada Lovelace', 'AL'],
  ['Johann Wolfgang von Goethe', 'JG'],
  ['ada@example.com', 'A'],
  ['  émile  zola ', 'ÉZ'],
  ['李小龍', '李'],
  ['👩🏽‍🚀 Sally', '👩🏽‍🚀S'],
  ['„Bob“ (Robert) (Smith)', 'BS'],
  ['🇩🇪 Team', '🇩🇪T'],
  ['e\u0301mile', 'E\u0301'],
  ['\u200b — \u202e', ''],
  ['', ''],
])('of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

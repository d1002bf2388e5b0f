import { expect, it } from 'vitest';
import { chooseLanguage } from './locale.ts';

it.each([
  ['the own one of the user', 'de', 'fr', 'de'],
  ['the first that the browser accepts', null, 'fr;q=0.9, de-AT, en;q=0.8', 'de'],
  ['a variant of what the browser accepts', null, 'pt', 'pt-BR'],
  ['never one that the browser rules out', null, 'de;q=0', 'en'],
  ['the default without any known one', 'xx', 'ja, *', 'en'],
  ['the default without a header', null, undefined, 'en'],
])('The language is %s', (_name, user, header, expected) => {
  expect(chooseLanguage(['en', 'de', 'pt-BR'], 'en', user, header)).toBe(expected);
});

import { describe, expect, test } from 'vitest';
import { expectFaults, parse, rules } from '../parseRequest.fixture.ts';
import { parseRequest } from '../parseRequest.ts';

describe('search', () => {
  const searched = (search: unknown, searchMode?: string) => parse({ meta: { search, searchMode } }).search;

  test('splits on Unicode white space in mode full, each word once', () => {
    expect(searched('\u3000ab\u00a0c\u2003d\u0085c\tab\ufeff')).toEqual({
      mode: 'full',
      terms: ['ab', 'c', 'd'],
    });
  });

  test('reads the text as one phrase in other modes, without white space around it', () => {
    expect(searched(' two  words\u00a0', 'startsWith')).toEqual({
      mode: 'startsWith',
      terms: ['two  words'],
    });
  });

  test('is nothing when blank', () => {
    expect(searched(' \u3000\t')).toBeNull();
    expect(parseRequest({ meta: { search: ' ' } }, { ...rules, searchable: false }).search).toBeNull();
  });

  test('keeps quotes, wildcards and backslashes as they are', () => {
    expect(searched(`%_\\'"--;`)).toEqual({ mode: 'full', terms: [`%_\\'"--;`] });
  });

  test.each([
    [{ search: 'a'.repeat(201) }, 'meta.search', '201 characters; send at most 200'],
    [
      { search: Array.from({ length: 21 }, (_, word) => word).join(' ') },
      'meta.search',
      '21 words; send at most 20',
    ],
    [{ search: 'a\0b' }, 'meta.search', '"a\\u{0}b" contains the character U+0000'],
    [{ search: 'a\ud800b' }, 'meta.search', '"a\\u{d800}b" contains half of a surrogate pair'],
    [{ search: ['a'] }, 'meta.search', 'A list is not a text'],
    [{ search: 5 }, 'meta.search', '5 is not a text'],
    [{ searchMode: 'doesntContain' }, 'meta.searchMode', 'send one of: full, startsWith, exactMatch'],
    [{ searchMode: ['full'] }, 'meta.searchMode', 'A list is not a search mode'],
  ])('refuses %j', (meta, path, words) => {
    expectFaults({ meta }, { [path]: words });
  });

  test('is refused where no column is searchable', () => {
    expectFaults(
      { meta: { search: 'a' } },
      { 'meta.search': 'no column here is searchable' },
      { ...rules, searchable: false },
    );
  });
});

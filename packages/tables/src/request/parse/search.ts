import { say } from '@rowhouse/problems';
import type { SearchMode } from '@rowhouse/table-protocol';
import type { RequestRules, SearchRequest } from '../TableRequest.ts';
import { describe, type Faults } from './Faults.ts';
import { isNothing, member, remedyFor, type UnknownRecord, unstorable } from './scalars.ts';

// `\s` alone lacks U+0085, and the Unicode property alone lacks U+FEFF.
const whiteSpace = /[\s\p{White_Space}]+/u;
const outerWhiteSpace = /^[\s\p{White_Space}]+|[\s\p{White_Space}]+$/gu;

/** `text` without leading and trailing white space, as defined by Unicode. */
export function trimmed(text: string): string {
  return text.replace(outerWhiteSpace, '');
}

/** `meta.search` and `meta.searchMode`; null without a search. */
export function parseSearch(meta: UnknownRecord, rules: RequestRules, faults: Faults): SearchRequest | null {
  const mode = parseMode(meta, rules, faults);
  const text = searchText(member(meta, 'search'), 'meta.search', rules, faults);
  if (text === '') {
    return null;
  }
  if (!rules.searchable) {
    faults.add(
      'meta.search',
      say`${describe(text)} cannot be searched: no column here is searchable; leave it empty.`,
    );
    return null;
  }
  if (mode !== 'full') {
    return { mode, terms: [text] };
  }
  const terms = searchWords(text, 'meta.search', rules, faults);
  return terms.length === 0 ? null : { mode, terms };
}

/** The different words of a text; empty if there are too many. */
export function searchWords(
  text: string,
  path: string,
  { textLimits }: Pick<RequestRules, 'textLimits'>,
  faults: Faults,
): readonly string[] {
  const words = [...new Set(text.split(whiteSpace))];
  if (words.length <= textLimits.words) return words;
  faults.add(path, say`The search has ${words.length} words; send at most ${textLimits.words}.`);
  return [];
}

function parseMode(meta: UnknownRecord, rules: RequestRules, faults: Faults): SearchMode {
  const value = member(meta, 'searchMode');
  if (isNothing(value)) {
    return rules.searchMode;
  }
  const mode = rules.searchModes.find((allowed) => allowed === value);
  if (mode === undefined) {
    faults.add(
      'meta.searchMode',
      say`${describe(value)} is not a search mode of this table; ${remedyFor(value, rules.searchModes)}`,
    );
  }
  return mode ?? rules.searchMode;
}

/** A text to search for, without outer white space; empty without one. */
export function searchText(
  value: unknown,
  path: string,
  { textLimits }: Pick<RequestRules, 'textLimits'>,
  faults: Faults,
): string {
  if (isNothing(value)) {
    return '';
  }
  if (typeof value !== 'string') {
    faults.add(path, say`${describe(value)} is not a text; send a text or leave it out.`);
    return '';
  }
  if (value.length > textLimits.characters) {
    faults.add(path, say`The search has ${value.length} characters; send at most ${textLimits.characters}.`);
    return '';
  }
  const fault = unstorable(value);
  if (fault) {
    faults.add(path, say`${describe(value)} ${fault}`);
    return '';
  }
  return trimmed(value);
}

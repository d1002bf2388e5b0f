import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { initialsOf } from './initialsOf.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** U+200C keeps letters from joining. */
const apart = '\u200C';

describe('initials are the first characters of the first and the last word', () => {
  test.each([
    ['Ada Lovelace', 'AL'],
    ['ada', 'A'],
    ['J. R. R. Tolkien', 'JT'],
    ['Ludwig van Beethoven', 'LB'],
    ['Dr. Grace Hopper', 'DH'],
    ['Smith, John', 'SJ'],
    ['Anne-Marie O’Brien', 'AO'],
    ['  \t Ada \n\u00A0 Lovelace\u3000', 'AL'],
    ['Δημήτρης Παπαδόπουλος', 'ΔΠ'],
    ['юрий гагарин', 'ЮГ'],
    ['50 Cent', '5C'],
    ['3M', '3'],
    ['Ｊｏｈｎ', 'Ｊ'],
  ])('%j: %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

describe('words begin at their first letter, digit or emoji', () => {
  test.each([
    ['"Joe" (Bob) [Smith]', 'JS'],
    ['’t Hooft', 'TH'],
    ['ʻAlika', 'A'],
    ['¿Qué? ¡No!', 'QN'],
    ['Jack & Jill', 'JJ'],
    ['Ada -', 'A'],
    ['@ada', 'A'],
    ['A$AP', 'A'],
    ['\u0301 \u0301abc', 'A'],
  ])('%j: %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

describe('an e-mail address is read as the words before its @', () => {
  test.each([
    ['ada.lovelace@example.org', 'AL'],
    ['ada_b-lovelace@example.org', 'AL'],
    ['ada+news.letter@example.org', 'A'],
    ['ada@example.org', 'A'],
    ['Ada ada@example.org', 'AA'],
  ])('%s: %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

describe('capital letters are those of the script', () => {
  test.each([
    ['ßeta ŉame', 'SN'],
    ['ŉ\u0301', 'Ń'],
    ['ﬁn ﬃ', 'FF'],
    ['ǆamonja ǌegoš', 'ǅǋ'],
    ['Ǆ ǅ', 'ǅǅ'],
    ['ılgaz istanbul', 'II'],
    ['İpek', 'İ'],
    ['և', 'Ե'],
    ['ᾳ', 'Α'],
    ['გიორგი', 'გ'],
    ['e\u0301milie', 'É'],
    ['x\u0323\u0307', 'X\u0323\u0307'.normalize('NFC')],
  ])('%s: %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

describe('Chinese, Japanese and Korean names', () => {
  test.each([
    ['王小明', '小明'],
    ['王明', '王明'],
    ['王', '王'],
    ['欧阳娜娜', '娜娜'],
    ['山田太郎', '太郎'],
    ['김철수', '철수'],
    ['김철수'.normalize('NFD'), '철수'],
    ['山田 太郎', '山太'],
    ['김 철수', '김철'],
    ['人力资源部门', '人'],
    ['さくら', 'さ'],
    ['マイケル・ジャクソン', `マ${apart}ジ`],
    ['迈克尔·杰克逊', '迈杰'],
    ['Gal·la Placídia', 'GP'],
  ])('%s: %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

describe('letters of joined scripts stay apart', () => {
  test.each([
    ['محمد علي', `م${apart}ع`],
    ['ـمحمد', 'م'],
    ['דוד כהן', `ד${apart}כ`],
    ['राहुल शर्मा', `रा${apart}श`],
    ['श्रीमान', 'श्री'],
    ['เอก ชัย', `อ${apart}ชั`],
    ['ᠮᠣᠩᠭᠣᠯ ᠪᠢ', `ᠮ${apart}ᠪ`],
    ['محمد Smith', `م${apart}S`],
  ])('%s: %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

describe('emoji stay whole', () => {
  test.each([
    ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
    ['👩🏽‍❤️‍💋‍👨🏿 x', `👩🏽‍❤️‍💋‍👨🏿${apart}X`],
    ['🇩🇪 🇫🇷', `🇩🇪${apart}🇫🇷`],
    ['🇩 🇪', `🇩${apart}🇪`],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['❤️', '❤️'],
    ['1️⃣', '1️⃣'],
    ['Ada 🎉', `A${apart}🎉`],
  ])('%s: %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

describe('drops invisible and reordering characters', () => {
  test.each([
    ['\u202Eevil\u202C \u2066txt\u2069', 'ET'],
    ['\u200BAda\uFEFF L\u00ADovelace', 'AL'],
    ['a\u200D b\uFE0F', 'AB'],
    ['a\u{E0067}\u{E007F}', 'A'],
    ['\uD83D Ada \uDE00', 'A'],
    ['\uE000\u{F0000} Ada', 'A'],
    ['\u0378Ada', 'A'],
    ['\u0000\u0007Ada\u0000Lovelace', 'AL'],
    ['\u3164Ada', 'A'],
    ['\uFFFDAda', 'A'],
  ])('%j: %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  test('cuts stacked marks', () => {
    expect([...initialsOf(`a${'\u0334'.repeat(10_000)}`)].length).toBeLessThanOrEqual(16);
  });
});

test.each(['', '   ', '-', '***', '\u200B\u200D', '\u2800', '\u3164', '\uD83D', '\u0301'])(
  'draws a dot for a name without printable characters, %j',
  (name) => {
    expect(initialsOf(name)).toBe('•');
  },
);

test('returns one or two printable characters for any name', () => {
  const pieces = fc.constantFrom(
    ...[
      '\u202E',
      '\u200D',
      '\u200C',
      '\uFE0F',
      '\u0301',
      '\uD83D',
      '👩',
      '🏽',
      '🇩',
      'ß',
      'ŉ',
      'م',
      'क',
      '्',
      '王',
      '@',
      ' ',
      '.',
    ],
  );
  fc.assert(
    fc.property(
      fc.string({ unit: fc.oneof(fc.string({ unit: 'binary', maxLength: 1 }), pieces), maxLength: 12 }),
      (name) => {
        const initials = initialsOf(name);
        const count = [...graphemes.segment(initials)].length;

        expect(count === 1 || count === 2).toBe(true);
        expect(initials).toBe(initials.normalize('NFC'));
        expect(initials.isWellFormed()).toBe(true);
        expect(initials).not.toMatch(/[\p{Cc}\p{Co}\p{Cn}\p{Cs}\p{Z}\p{Bidi_Control}<>&"']/u);
        expect(initialsOf(`  ${name}  `)).toBe(initials);
      },
    ),
    { numRuns: 5000 },
  );
});

test('takes linear time for a name of a million characters', () => {
  expect(initialsOf('a'.repeat(1_000_000))).toBe('A');
  expect(initialsOf(`${'·'.repeat(500_000)}${'@+'.repeat(250_000)}`)).toBe('•');
  expect(initialsOf('a '.repeat(500_000))).toBe('AA');
});

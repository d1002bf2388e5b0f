/** How numbers are written. */
interface Notation {
  readonly symbol: string;
  readonly decimal: string;
  readonly thousand: string;
}

const marks = /[\u061c\u200e\u200f\s\u00a0\u202f]/g;
const special = /[.*+?^${}()|[\]\\]/g;

/**
 * A number as people write it, as a plain decimal: `1.234,5` → 1234.5. A plain decimal stays one, unless it has thousands of
 * the notation; so does any other text.
 */
export function readNumber(text: string, { symbol, decimal, thousand }: Notation): string {
  const bare = (symbol === '' ? text : text.replace(symbol, '')).replace(marks, '').replace('\u2212', '-');
  const [, sign, whole, fraction] = patternOf(numberPattern(decimal, thousand), bare);
  if (whole === undefined) return bare;
  const digits = whole.replace(/\D/g, '');

  return `${sign}${digits}${fraction === undefined ? '' : `.${fraction}`}`;
}

const numberPatterns = new Map<string, RegExp>();

/** Kept for each notation: there are few of them, and many cells. */
function numberPattern(decimal: string, thousand: string): RegExp {
  const key = `${decimal}\n${thousand}`;
  const known = numberPatterns.get(key);
  if (known) return known;
  const [point, group] = [decimal, thousand.replace(marks, '')].map((each) => each.replace(special, '\\$&'));
  const apostrophe = group === '’' || group === "'" ? "['’]" : group;
  const grouped = apostrophe === '' ? '' : `\\d{1,3}(?:${apostrophe}\\d{2,3})*${apostrophe}\\d{3}|`;
  const pattern = new RegExp(`^(-?)(${grouped}\\d+)(?:${point}(\\d+))?$`);
  numberPatterns.set(key, pattern);

  return pattern;
}

function patternOf(pattern: RegExp, text: string): readonly (string | undefined)[] {
  return pattern.exec(text) ?? [];
}

const isoDay = /^\d{4}-\d\d-\d\d/;
const clock = /^[\sT,]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:\s*([ap])\.?m\.?)?$/i;

/**
 * A date as people write it, as ISO 8601 without a zone: `31.12.2026 14:30` → 2026-12-31T14:30:00. The patterns are PHP formats
 * of days, of which the first that fits is taken. ISO dates stay as they are; so does any other text. `isDay`: a time of
 * midnight is left out.
 */
export function readDate(text: string, patterns: readonly string[], isDay: boolean): string {
  const given = text.replace(/[\u061c\u200e\u200f]/g, '').trim();
  const midnight = /[T ]00:00(:00(\.0+)?)?$/;
  if (isoDay.test(given)) return isDay ? given.replace(midnight, '') : given;
  for (const pattern of patterns) {
    const found = dayPattern(pattern)?.exec(given);
    const { year, month, day } = found?.groups ?? {};
    if (!found || !year || !month || !day) continue;
    const full = year.length === 2 ? `20${year}` : year;
    const date = [full, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
    const rest = given.slice(found[0].length);
    if (rest === '') return date;
    const time = clockText(rest);
    if (time !== null) return isDay && /^00:00:00$/.test(time) ? date : `${date}T${time}`;
  }

  return given;
}

function clockText(text: string): string | null {
  const [, hours, minutes, seconds = '00', fraction, half] = clock.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);

  return `${String(hour).padStart(2, '0')}:${minutes}:${seconds}${fraction === undefined ? '' : `.${fraction}`}`;
}

const letters: Readonly<Record<string, string>> = {
  d: '(?<day>\\d{1,2})',
  j: '(?<day>\\d{1,2})',
  m: '(?<month>\\d{1,2})',
  n: '(?<month>\\d{1,2})',
  Y: '(?<year>\\d{4})',
  y: '(?<year>\\d{2})',
};
const patterns = new Map<string, RegExp | null>();

/** Null for a format with other letters than those of numbers, or with one of them twice. */
function dayPattern(format: string): RegExp | null {
  const known = patterns.get(format);
  if (known !== undefined) return known;
  const tokens = [...format.trim().matchAll(/\\(.)|([A-Za-z])|([^\\A-Za-z]+)/gs)].map(
    ([, escaped, letter, others]) =>
      letter === undefined ? (escaped ?? others ?? '').replace(special, '\\$&') : (letters[letter] ?? null),
  );
  const groups = tokens.filter((piece) => piece?.startsWith('(?<'));
  const isPlain =
    !tokens.includes(null) &&
    groups.length === 3 &&
    new Set(groups.map((each) => each?.slice(0, 6))).size === 3;
  const made = isPlain ? new RegExp(`^${tokens.join('')}`) : null;
  patterns.set(format, made);

  return made;
}

/** Words of the languages that pages have; `x` is a tick in a spreadsheet. */
const words = {
  true: [
    'true',
    '1',
    'yes',
    'y',
    'on',
    'x',
    '✓',
    'ja',
    'wahr',
    'oui',
    'vrai',
    'sí',
    'si',
    'verdadero',
    'da',
    'adevărat',
    'نعم',
    'صحيح',
  ],
  false: [
    'false',
    '0',
    'no',
    'n',
    'off',
    'nein',
    'falsch',
    'non',
    'faux',
    'falso',
    'nu',
    'fals',
    'لا',
    'خطأ',
  ],
};
const truths = new Map([
  ...words.true.map((word) => [word, true] as const),
  ...words.false.map((word) => [word, false] as const),
]);

/** Undefined for a text that is neither. */
export function readBoolean(text: string): boolean | undefined {
  return truths.get(text.trim().toLowerCase());
}

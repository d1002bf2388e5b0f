import { masked } from './masked.ts';

/** Digits, and single separators between them. */
const digitRuns = /\d(?:[ \u00a0.-]?\d)+/g;

const longRun = /\d[\d \u00a0.-]{11}/;

/** Masks numbers of payment cards: 13 to 19 digits of a known range with a right check digit, grouped or not. */
export function maskCards(text: string): string {
  return longRun.test(text) ? text.replace(digitRuns, maskRun) : text;
}

function maskRun(run: string): string {
  if (run.length < 13) return run;
  const groups = [...run.matchAll(/\d+/g)].map((match) => ({ digits: match[0], start: match.index }));
  let result = '';
  let written = 0;

  for (let from = 0; from < groups.length; from += 1) {
    let digits = '';
    for (let to = from; to < groups.length; to += 1) {
      digits += groups[to]?.digits;
      if (digits.length > 19) break;
      if (!isCard(digits)) continue;
      const start = groups[from]?.start ?? 0;
      const last = groups[to];
      result += run.slice(written, start) + masked;
      written = (last?.start ?? 0) + (last?.digits.length ?? 0);
      from = to;
      break;
    }
  }
  return result + run.slice(written);
}

function isCard(digits: string): boolean {
  // Times in milliseconds and microseconds begin with 1, and would be cards one time in ten.
  const inRange =
    digits.length === 13
      ? digits.startsWith('4')
      : digits.length >= 14 && /^(?:2[2-7]|[3-6]|8[12])/.test(digits);
  if (!inRange || digits.length > 19) return false;
  let sum = 0;

  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48;
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

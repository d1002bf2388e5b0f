import { masked } from './Mask.ts';

/** Prefixes of well-known providers' keys; the last ones are URL parts of Telegram, Slack and Discord. */
const beginnings = [
  'sk_live_|sk_test_|rk_live_|rk_test_|whsec_|sk-|shp(?:at|ca|pa|ss)_|sq0(?:atp|csp)-',
  'gh[pousr]_|github_pat_|gl(?:pat|ptt|dt|rt|soat|ft|cbt|oas)-|xox[abeoprs]-|npm_|pypi-|dop_v1_|dckr_pat_|hvs\\.',
  'ya29\\.|AIza|AKIA|ASIA|EAAC|SG\\.|xkeysib-|key-(?=[\\da-f]{14})|hf_(?=[A-Za-z]{30})',
  'bot\\d{5,16}:|services/T\\w{4,20}/B\\w{4,20}/|api/webhooks/\\d{5,30}/',
].join('|');
const providerKey = new RegExp(`(?<![A-Za-z0-9])(?:${beginnings})[\\w.-]{14,}`);
const providerKeys = new RegExp(providerKey, 'g');

/** Words after `bearer` that are not tokens. */
const noToken =
  /^(?:tokens?|auth\w*|realm|error\w*|scope|scheme|of|is|was|not|and|or|for|in|to|the)(?:[=.,]|$)/i;

/** Masks secrets by shape anywhere in a text, in linear time. */
export function maskShapes(text: string): string {
  let result = text;
  if (result.includes('PRIVATE KEY')) result = maskPrivateKeys(result);
  if (result.includes('://')) {
    result = result.replace(/:\/\/[^\s/?#"'<>\\]{1,512}@/g, `://${masked}@`);
  }
  if (/bearer|basic/i.test(result)) {
    result = result.replace(/\b(bearer|basic)([ \t]{1,8}|%20|\+)([\w.~+/=%-]+)/gi, maskScheme);
  }
  if (result.includes('eyJ')) result = result.replace(/[\w.~+/=-]+/g, maskJwt);
  if (providerKey.test(result)) result = result.replace(providerKeys, masked);

  return maskCards(result);
}

function maskScheme(whole: string, scheme: string, space: string, value: string): string {
  const secret =
    scheme.toLowerCase() === 'bearer'
      ? !noToken.test(value)
      : value.length >= 4 && Buffer.from(value.slice(0, 4_096), 'base64').includes(':');

  return secret ? `${scheme}${space}${masked}` : whole;
}

/** `run` has no spaces; a token extends to its end. */
function maskJwt(run: string): string {
  const start = run.indexOf('eyJ');
  if (start === -1) return run;

  return /\.[\w-]{2}/.test(run.slice(start)) ? `${run.slice(0, start)}${masked}` : run;
}

function maskPrivateKeys(text: string): string {
  let result = '';
  let at = 0;

  for (;;) {
    const begin = text.indexOf('-----BEGIN ', at);
    if (begin === -1) return result + text.slice(at);
    const title = text.slice(begin, begin + 64);
    const isPrivate = /^-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY/.test(title);
    if (!isPrivate) {
      result += text.slice(at, begin + 11);
      at = begin + 11;
      continue;
    }
    result += text.slice(at, begin) + masked;
    const end = text.indexOf('-----END ', begin);
    if (end === -1) return result;
    const close = text.indexOf('-----', end + 9);
    if (close === -1) return result;
    at = close + 5;
  }
}

/** Digits with single separators. */
const digitRuns = /\d(?:[ \u00a0.-]?\d)+/g;

const longRun = /\d[\d \u00a0.-]{11}/;

/** Masks payment card numbers: 13 to 19 digits of a known range with a valid check digit, grouped or not. */
function maskCards(text: string): string {
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
  // Timestamps in milliseconds or microseconds start with 1; one in ten would pass as a card.
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

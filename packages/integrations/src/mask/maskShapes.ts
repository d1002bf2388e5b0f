import { maskCards } from './maskCards.ts';
import { masked } from './masked.ts';

/** Keys of well-known providers, by how they begin; the last ones are parts of addresses, of Telegram, Slack and Discord. */
const beginnings = [
  'sk_live_|sk_test_|rk_live_|rk_test_|whsec_|sk-|shp(?:at|ca|pa|ss)_|sq0(?:atp|csp)-',
  'gh[pousr]_|github_pat_|gl(?:pat|ptt|dt|rt|soat|ft|cbt|oas)-|xox[abeoprs]-|npm_|pypi-|dop_v1_|dckr_pat_|hvs\\.',
  'ya29\\.|AIza|AKIA|ASIA|EAAC|SG\\.|xkeysib-|key-(?=[\\da-f]{14})|hf_(?=[A-Za-z]{30})',
  'bot\\d{5,16}:|services/T\\w{4,20}/B\\w{4,20}/|api/webhooks/\\d{5,30}/',
].join('|');
const providerKey = new RegExp(`(?<![A-Za-z0-9])(?:${beginnings})[\\w.-]{14,}`);
const providerKeys = new RegExp(providerKey, 'g');

/** What follows the word bearer without being a token. */
const noToken =
  /^(?:tokens?|auth\w*|realm|error\w*|scope|scheme|of|is|was|not|and|or|for|in|to|the)(?:[=.,]|$)/i;

/** Whether a key of a well-known provider stands in the text. */
export function hasProviderKey(text: string): boolean {
  return providerKey.test(text);
}

/** Masks what is a secret by its form, wherever it stands. Each step takes time linear in the text's length. */
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
  result = result.replace(providerKeys, masked);

  return maskCards(result);
}

function maskScheme(whole: string, scheme: string, space: string, value: string): string {
  const secret =
    scheme.toLowerCase() === 'bearer'
      ? !noToken.test(value)
      : value.length >= 4 && Buffer.from(value.slice(0, 4_096), 'base64').includes(':');

  return secret ? `${scheme}${space}${masked}` : whole;
}

/** `run` is all that stands together; a token in it goes to its end. */
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

import { hasBodyText } from './bodyText.ts';
import { capBody } from './capBody.ts';
import { cleanJsonTest, longestCleanJson } from './cleanJson.ts';
import { cleanUrlTest } from './cleanUrl.ts';
import { isPlainJson } from './isPlainJson.ts';
import { Look, look } from './lookAt.ts';
import type { Mask, MaskOptions } from './Mask.ts';
import { maskCards } from './maskCards.ts';
import { masked } from './masked.ts';
import { type FormPlace, maskForm } from './maskForm.ts';
import { maskFormData, maskMultipart } from './maskMultipart.ts';
import { maskPhrases } from './maskPhrases.ts';
import { hasProviderKey } from './maskShapes.ts';
import { longestText, maskText } from './maskText.ts';
import { maskUrl } from './maskUrl.ts';
import { maskValue } from './maskValue.ts';
import { ownText } from './ownText.ts';
import { secretNameTest } from './secretNames.ts';
import { isText, textOf } from './textOf.ts';

/** Schemes of Authorization that may be told. */
const schemes = /^(basic|bearer|digest|negotiate|apikey|token|aws4-hmac-sha256)\s/i;

/** Longest text that is read before it is masked, in characters. */
const longestRead = 4_096;

/** Its colons come after digits: they are no names of secrets, unless somebody says so. */
const plainTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)?$/;

/** How deep JSON within strings within JSON is followed. */
const deepestText = 4;

/**
 * Makes a mask. Secrets are told by their names (a default list, and `keys`) and by their shape: cards, JWTs, bearer
 * tokens, private keys, keys of well-known providers.
 */
export function createMask({ keys = [], except = [], maxBodySize = 65_536 }: MaskOptions = {}): Mask {
  const isSecretName = secretNameTest(keys, except);
  /** Short texts with nothing to hide: names and headers come again and again. */
  const clean = new Set<string>();
  const form = (place: FormPlace) => (value: string) =>
    maskForm(value, isSecretName, (part) => string(part, 0), place);
  const address = (url: string, place: FormPlace) => text(maskUrl(url, isSecretName, form(place)));
  const fields = { isSecretName, text, value: (value: string) => string(value, 0) };
  const values = (depth: number) => ({ isSecretName, text: (value: string) => string(value, depth) });

  const reader = new Look();
  const hasPlainTimes = !keys.some((key) => /\p{N}\P{L}*$/u.test(key));
  const isCleanJson = cleanJsonTest({ isSecretName, isClean });
  const isCleanUrl = cleanUrlTest({ isSecretName, isClean });
  /** Longer JSON might be capped. */
  const longestKept = Math.min(longestCleanJson, Math.floor(maxBodySize / 3));

  return hasBodyText(
    {
      url: safely((url: string) => (isCleanUrl(url) ? url : address(url, 'address')), masked),
      headers: safely(maskHeaders, {}),
      body: safely(maskBody, '[unreadable]' as unknown),
      text: safely(text, masked),
    },
    safely(maskBodyText, '"[unreadable]"'),
  );

  function text(value: string): string {
    if (value.length <= longestRead && value.isWellFormed()) {
      const flags = reader.whole(value);
      if ((flags & ~look.atEscapes) === 0 || isCleanAt(value, flags & ~look.atEscapes)) return value;
    }
    if (clean.has(value)) return value;
    const safe = maskText(value, isSecretName);
    if (safe === value && value.length <= 200) {
      if (clean.size >= 2_000) clean.clear();
      clean.add(ownText(value));
    }
    return safe;
  }

  /** Whether masking leaves a string within something else as it is; `flags` are what `Look` tells of it. */
  function isClean(value: string, flags: number): boolean {
    return isCleanAt(value, flags) || string(value, 0) === value;
  }

  /** Settles the flags that can be settled without masking. */
  function isCleanAt(value: string, flags: number): boolean {
    if ((flags & look.closely) !== 0) return hasPlainTimes && plainTime.test(value);
    if ((flags & look.atRun) !== 0 && hasKey(value)) return false;

    return (flags & look.atDigits) === 0 || maskCards(value) === value;
  }

  function hasKey(value: string): boolean {
    return hasProviderKey(value) || maskPhrases(value, isSecretName) !== value;
  }

  /** A string within something else: JSON again, or any text. */
  function string(value: string, depth: number): string {
    const begin = value.trimStart()[0];
    if (depth >= deepestText || (begin !== '{' && begin !== '[' && begin !== '"')) return text(value);
    const parsed = parse(value);
    if (parsed === null) return text(value);
    const safe = JSON.stringify(maskValue(parsed.value, values(depth + 1)));

    // Spacing is kept where there is nothing to hide.
    return safe === JSON.stringify(parsed.value) ? text(value) : safe;
  }

  function maskHeaders(headers: Record<string, string | readonly string[]>): Record<string, string> {
    const result: Record<string, string> = {};

    for (const name of Object.keys(headers)) {
      const value: unknown = headers[name];
      if (value === undefined || value === null) continue;
      const safeName = text(name);
      const isSecret = isSecretName(name) || (safeName !== name && isSecretName(safeName));
      const isOrdinary = !isSecret && !isLocation(name);
      const safe = typeof value === 'string' && isOrdinary ? text(value) : header(name, value, isSecret);
      // Assigned, it would be no member of its own.
      if (safeName === '__proto__') {
        Object.defineProperty(result, safeName, {
          value: safe,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      } else {
        result[safeName] = safe;
      }
    }
    return result;
  }

  function header(name: string, value: unknown, isSecret: boolean): string {
    const values = [value].flat().map(String);
    if (isLocation(name)) return values.map((one) => address(one, 'redirect')).join(', ');
    if (!isSecret) return values.map((one) => text(one)).join(', ');
    const [first = ''] = values;
    const [, scheme] = (values.length === 1 && /authorization$/i.test(name) && schemes.exec(first)) || [];

    return scheme === undefined ? masked : `${scheme} ${masked}`;
  }

  /** The body as JSON text. */
  function maskBodyText(body: unknown, contentType: string | null): string {
    return cleanText(body, contentType) ?? JSON.stringify(slowBody(body, contentType));
  }

  function maskBody(body: unknown, contentType: string | null): unknown {
    const kept = cleanText(body, contentType);

    return kept === null ? slowBody(body, contentType) : JSON.parse(kept);
  }

  /** JSON in which there is nothing to hide, as it was written; null of everything else. */
  function cleanText(body: unknown, contentType: string | null): string | null {
    if (body === null || body === undefined || body === '') return 'null';
    const type = (contentType ?? '').toLowerCase();
    const written = type.includes('multipart/') || type.includes('x-www-form-urlencoded');
    let json: string | null = null;
    if (typeof body === 'string') {
      if (!written) json = body;
    } else if (body instanceof Uint8Array) {
      if (!written && body.length <= longestKept && isText(type)) json = textOf(body, type);
    } else if (typeof body === 'object' && isPlain(body)) {
      json = JSON.stringify(body);
    }
    return json !== null && json.length <= longestKept && isCleanJson(json) ? json : null;
  }

  function slowBody(body: unknown, contentType: string | null): unknown {
    if (body === null || body === undefined || body === '') return null;
    if (body instanceof FormData) return capBody(maskFormData(body, fields), maxBodySize);
    if (body instanceof URLSearchParams) return capBody(form('form')(String(body)), maxBodySize);
    const type = (contentType ?? '').toLowerCase();
    if (body instanceof Uint8Array) {
      return isText(type)
        ? maskWritten(textOf(body, type), contentType ?? '', body.length)
        : `[${body.length} bytes]`;
    }
    if (typeof body === 'string')
      return maskWritten(body.slice(0, longestText), contentType ?? '', Buffer.byteLength(body));

    return capBody(maskValue(body, values(0)), maxBodySize);
  }

  /** @param size in bytes, of the whole body */
  function maskWritten(body: string, contentType: string, size: number): unknown {
    const read = body.length < longestText ? size : Math.min(size, Buffer.byteLength(body));

    return capBody(written(body, contentType.toLowerCase(), contentType), maxBodySize, size - read);
  }

  function written(body: string, type: string, contentType: string): unknown {
    if (type.includes('multipart/')) {
      return maskMultipart(body, contentType, fields) ?? text(body);
    }
    if (type.includes('x-www-form-urlencoded')) return form('form')(text(body));
    const parsed = /^\s*[[{"]/.test(body) ? parse(body) : null;

    return parsed === null ? text(body) : maskValue(parsed.value, values(0));
  }
}

function isLocation(name: string): boolean {
  return name.length === 8 && name.toLowerCase() === 'location';
}

function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

function isPlain(body: object): boolean {
  try {
    return isPlainJson(body);
  } catch {
    // A getter that throws.
    return false;
  }
}

function safely<Arguments extends unknown[], Result>(
  mask: (...values: Arguments) => Result,
  otherwise: Result,
): (...values: Arguments) => Result {
  return (...values) => {
    try {
      return mask(...values);
    } catch {
      return otherwise;
    }
  };
}

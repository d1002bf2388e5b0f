import { capBody } from './capBody.ts';
import type { Mask, MaskOptions } from './Mask.ts';
import { masked } from './masked.ts';
import { maskForm } from './maskForm.ts';
import { maskFormData, maskMultipart } from './maskMultipart.ts';
import { longestText, maskText } from './maskText.ts';
import { maskUrl } from './maskUrl.ts';
import { maskValue } from './maskValue.ts';
import { secretNameTest } from './secretNames.ts';

export type { Mask, MaskOptions } from './Mask.ts';

/** Schemes of Authorization that may be told. */
const schemes = /^(basic|bearer|digest|negotiate|apikey|token|aws4-hmac-sha256)\s/i;

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
  const query = (value: string) => maskForm(value, isSecretName, (part) => string(part, 0));
  const fields = { isSecretName, text, value: (value: string) => string(value, 0) };
  const values = (depth: number) => ({ isSecretName, text: (value: string) => string(value, depth) });

  return {
    url: safely((url: string) => text(maskUrl(url, query)), masked),
    headers: safely(maskHeaders, {}),
    body: safely(maskBody, '[unreadable]' as unknown),
    text: safely(text, masked),
  };

  function text(value: string): string {
    if (clean.has(value)) return value;
    const safe = maskText(value, isSecretName);
    if (safe === value && value.length <= 200) {
      if (clean.size >= 2_000) clean.clear();
      clean.add(value);
    }
    return safe;
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
    return Object.fromEntries(
      Object.entries(headers)
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([name, value]) => [text(name), header(name, [value].flat().map(String))]),
    );
  }

  function header(name: string, values: readonly string[]): string {
    if (!isSecretName(name)) return values.map((value) => text(value)).join(', ');
    const [first = ''] = values;
    const [, scheme] = (values.length === 1 && /authorization$/i.test(name) && schemes.exec(first)) || [];

    return scheme === undefined ? masked : `${scheme} ${masked}`;
  }

  function maskBody(body: unknown, contentType: string | null): unknown {
    if (body === null || body === undefined || body === '') return null;
    if (body instanceof FormData) return capBody(maskFormData(body, fields), maxBodySize);
    if (body instanceof URLSearchParams) return capBody(query(String(body)), maxBodySize);
    const type = (contentType ?? '').toLowerCase();
    if (body instanceof Uint8Array) {
      return isText(type)
        ? maskWritten(decode(body, type), contentType ?? '', body.length)
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
    if (type.includes('x-www-form-urlencoded')) return query(text(body));
    const parsed = /^\s*[[{"]/.test(body) ? parse(body) : null;

    return parsed === null ? text(body) : maskValue(parsed.value, values(0));
  }
}

function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Whether bytes of that type are text; those of no type may be. */
function isText(type: string): boolean {
  return type === '' || /^text\/|^multipart\/|json|xml|x-www-form-urlencoded|javascript/.test(type);
}

function decode(body: Uint8Array, type: string): string {
  const charset = /charset\s{0,4}=\s{0,4}"?([\w-]{1,40})/.exec(type)?.[1] ?? 'utf-8';
  const bytes = body.subarray(0, longestText);
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
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

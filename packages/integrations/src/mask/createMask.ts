import { createMaskRules } from './createMaskRules.ts';
import { type Mask, type MaskOptions, masked } from './Mask.ts';
import type { MaskRules } from './MaskRules.ts';
import { maskBody } from './maskBody.ts';
import { maskUrl } from './maskForm.ts';

/** Additional capabilities of masks from `createMask`. */
interface OwnMask {
  readonly options: MaskOptions;
  readonly bodyText: (body: unknown, contentType: string | null) => string;
}

const ownMasks = new WeakMap<Mask, OwnMask>();

/**
 * Creates a mask. It recognises secrets by name (a default list, and `keys`) and by shape: card numbers, JWTs, bearer
 * tokens, private keys, keys of well-known providers.
 */
export function createMask(options: MaskOptions = {}): Mask {
  const { keys = [], except = [], maxBodySize = 65_536 } = options;
  const rules: MaskRules = createMaskRules(keys, except);
  const bodyText = safely(
    (body: unknown, contentType: string | null) => maskBody(body, contentType, rules, maxBodySize),
    '"[unreadable]"',
  );
  const mask: Mask = Object.freeze({
    url: safely((url: string) => maskUrl(url, rules), masked),
    headers: safely((headers: Record<string, string | readonly string[]>) => maskHeaders(headers, rules), {}),
    body: (body: unknown, contentType: string | null): unknown => JSON.parse(bodyText(body, contentType)),
    text: safely(rules.text, masked),
  });
  ownMasks.set(mask, { options: { keys: [...keys], except: [...except], maxBodySize }, bodyText });

  return mask;
}

/** `mask.body` as JSON text; masks from `createMask` keep all digits of large numbers. */
export function bodyText(mask: Mask, body: unknown, contentType: string | null): string {
  const own = ownMasks.get(mask);
  if (own !== undefined) return own.bodyText(body, contentType);

  return JSON.stringify(mask.body(body, contentType)) ?? 'null';
}

/** Options to create the same mask in another thread; null for masks not from `createMask`. */
export function maskOptionsOf(mask: Mask): MaskOptions | null {
  return ownMasks.get(mask)?.options ?? null;
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

/** Authorization schemes, which are not secret. */
const schemes = /^(basic|bearer|digest|negotiate|apikey|token|aws4-hmac-sha256)\s/i;

function maskHeaders(
  headers: Record<string, string | readonly string[]>,
  rules: MaskRules,
): Record<string, string> {
  const shown: [string, string][] = [];

  for (const name of Object.keys(headers)) {
    const value: unknown = headers[name];
    if (value === undefined || value === null) continue;
    const { shown: shownName, isSecret } = rules.name(name);
    const values = Array.isArray(value) ? value.map(String) : [String(value)];
    shown.push([shownName, isSecret ? secretValue(name, values) : plainValue(name, values, rules)]);
  }
  // Unlike an assignment, this allows the name `__proto__`.
  return Object.fromEntries(shown);
}

function plainValue(name: string, values: readonly string[], rules: MaskRules): string {
  const isLocation = name.length === 8 && name.toLowerCase() === 'location';

  return values
    .map((value) => (isLocation ? maskUrl(value, rules, 'redirect') : rules.text(value)))
    .join(', ');
}

function secretValue(name: string, values: readonly string[]): string {
  const [value = ''] = values;
  const scheme = values.length === 1 && /authorization$/i.test(name) ? schemes.exec(value)?.[1] : undefined;

  return scheme === undefined ? masked : `${scheme} ${masked}`;
}

import { type Mask, type MaskOptions, masked } from './Mask.ts';
import { maskBody } from './maskBody.ts';
import { maskHeaders } from './maskHeaders.ts';
import { maskUrl } from './maskUrl.ts';
import { type MaskRules, maskRules } from './rules.ts';

/** What a mask of `createMask` can do besides. */
interface OwnMask {
  readonly options: MaskOptions;
  readonly bodyText: (body: unknown, contentType: string | null) => string;
}

const ownMasks = new WeakMap<Mask, OwnMask>();

/**
 * Makes a mask. It recognises secrets by their names (a default list, and `keys`) and by their shape: cards, JWTs, bearer
 * tokens, private keys, keys of well-known providers.
 */
export function createMask(options: MaskOptions = {}): Mask {
  const { keys = [], except = [], maxBodySize = 65_536 } = options;
  const rules: MaskRules = maskRules(keys, except);
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

/** `mask.body` as JSON text; with all digits of its numbers, where the mask is one of `createMask`. */
export function bodyText(mask: Mask, body: unknown, contentType: string | null): string {
  const own = ownMasks.get(mask);
  if (own !== undefined) return own.bodyText(body, contentType);

  return JSON.stringify(mask.body(body, contentType)) ?? 'null';
}

/** What `createMask` can make the same mask from, in another thread; null for a mask that is not one of its own. */
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

import type { Mask } from './Mask.ts';

type BodyText = (body: unknown, contentType: string | null) => string;

/** Masks that can do more than they say. Others, made of them or not, are asked for no more than `Mask` has. */
const quick = new WeakMap<Mask, { readonly body: Mask['body']; readonly text: BodyText }>();

/** Lets `bodyText` ask `text` instead of the mask's `body`. */
export function hasBodyText(mask: Mask, text: BodyText): Mask {
  quick.set(mask, { body: mask.body, text });

  return mask;
}

/** `mask.body` as JSON text. A body with nothing to hide is neither parsed nor written again. */
export function bodyText(mask: Mask, body: unknown, contentType: string | null): string {
  const known = quick.get(mask);
  if (known !== undefined && known.body === mask.body) return known.text(body, contentType);

  return JSON.stringify(mask.body(body, contentType)) ?? 'null';
}

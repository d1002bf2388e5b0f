import { maskAddresses } from './maskAddresses.ts';
import { maskPairs } from './maskPairs.ts';
import { maskPhrases } from './maskPhrases.ts';
import { maskShapes } from './maskShapes.ts';
import { maskTags } from './maskTags.ts';
import type { IsSecretName } from './secretNames.ts';
import { wellFormed } from './wellFormed.ts';

/** More of a text is not looked at, and so not kept: characters. */
export const longestText = 1_048_576;

/** Masks text of a format that is not known, or that is broken. */
export function maskText(text: string, isSecretName: IsSecretName): string {
  const kept = text.length > longestText ? text.slice(0, longestText) : text;
  const safe = wellFormed(kept);

  const named = maskPairs(maskAddresses(maskTags(safe, isSecretName), isSecretName), isSecretName);

  return maskShapes(maskPhrases(named, isSecretName));
}

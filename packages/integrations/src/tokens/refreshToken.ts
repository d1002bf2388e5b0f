import type { TokenLock } from '../Client.ts';
import { IntegrationError } from '../errors.ts';
import type { Token } from '../Token.ts';
import { bearerToken } from './bearerToken.ts';

/** Refreshes under way. Keyed by the provider itself, so that all clients that share it wait for the same one. */
const running = new WeakMap<Token, Promise<void>>();

/**
 * Gets a new token in place of `used`, unless somebody has done so since. Whoever comes while a refresh is under way
 * waits for that one. Throws `integrations.token_unavailable`.
 */
export async function refreshToken(
  provider: Token,
  { used, lock }: { readonly used: string | null; readonly lock: TokenLock | null },
): Promise<void> {
  const others = running.get(provider);
  if (others) return others;

  const own = refreshOnce(provider, used, lock).finally(() => running.delete(provider));
  running.set(provider, own);
  return own;
}

async function refreshOnce(provider: Token, used: string | null, lock: TokenLock | null): Promise<void> {
  const refresh = async () => {
    // Refused with a token that is no longer in force.
    if ((await bearerToken(provider)) !== used) return;
    await provider.refresh();
  };
  try {
    await (lock && provider.key !== undefined ? lock(provider.key, refresh) : refresh());
  } catch (cause) {
    if (cause instanceof IntegrationError) throw cause;

    throw new IntegrationError(
      'integrations.token_unavailable',
      `refresh() of the token provider ${provider.constructor.name} failed; the cause says why.`,
      { cause },
    );
  }
}

import { type CallFault, faultMessage } from './callFaults.ts';
import { IntegrationError } from './errors.ts';

/** Runs `run` while no other process runs one with the same key. */
export type TokenLock = (key: string, run: () => Promise<void>) => Promise<void>;

/** Provides a bearer token; one object for all calls that share it. */
export interface Token {
  /** Identifies the token across processes; if set, refreshes use the client's `lock`. */
  readonly key?: string;
  /** The current token. */
  current(): Promise<string> | string;
  /** Fetches a new token, which `current` then returns. Never called concurrently. */
  refresh(): Promise<void>;
}

/** The current token. Throws `integrations.token_unavailable`. */
export async function bearerToken(provider: Token): Promise<string> {
  const name = provider.constructor.name;
  let token: string;
  try {
    token = await provider.current();
  } catch (cause) {
    throw unavailable({ code: 'token.failed', parameters: { name } }, cause);
  }
  // More than RFC 6750 allows: everything that a header can carry unchanged.
  if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return token;

  throw unavailable({ code: 'token.missing', parameters: { name } });
}

function unavailable(fault: CallFault, cause?: unknown): IntegrationError {
  return new IntegrationError('integrations.token_unavailable', faultMessage(fault), { fault, cause });
}

/** Refreshes in progress, by provider, so that all clients that share it wait for the same one. */
const running = new WeakMap<Token, Promise<void>>();

/**
 * Replaces the token `used`, unless it was replaced since. Concurrent calls share one refresh. Throws
 * `integrations.token_unavailable`.
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
    // Another call has refreshed it.
    if ((await bearerToken(provider)) !== used) return;
    await provider.refresh();
  };
  try {
    await (lock && provider.key !== undefined ? lock(provider.key, refresh) : refresh());
  } catch (cause) {
    if (cause instanceof IntegrationError) throw cause;

    throw unavailable({ code: 'token.refresh', parameters: { name: provider.constructor.name } }, cause);
  }
}

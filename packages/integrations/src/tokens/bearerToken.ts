import { IntegrationError } from '../errors.ts';
import type { Token } from '../Token.ts';

/** The token in force. Throws `integrations.token_unavailable`. */
export async function bearerToken(provider: Token): Promise<string> {
  const name = provider.constructor.name;
  let token: string;
  try {
    token = await provider.current();
  } catch (cause) {
    throw new IntegrationError(
      'integrations.token_unavailable',
      `current() of the token provider ${name} failed; the cause says why.`,
      { cause },
    );
  }
  // RFC 6750, and somewhat more: what a header can carry without being cut or split.
  if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return token;

  throw new IntegrationError(
    'integrations.token_unavailable',
    `current() of the token provider ${name} gave no token: let it answer visible ASCII characters, without spaces.`,
  );
}

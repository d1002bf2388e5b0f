import type { User } from '../access/User.ts';
import { type AttemptLimit, accountKey, addressKey, type CountedAttempt } from './attemptLimits.ts';
import type { AuthEndpoint } from './authEndpoints.ts';

/** Whoever shares an address shares these. Only those that fail count, except for new accounts. */
const perAddress = { max: 10, seconds: 60 };
/** From wherever they come: what guessing one password slowly, from many addresses, is left with. */
const perAccount = { max: 20, seconds: 15 * 60 };
const accountsPerAddress = { max: 10, seconds: 3600 };

/** What of a request to an endpoint is counted. */
export function countedAttempts(
  limited: AuthEndpoint['limited'],
  { ip, body, user }: { readonly ip: string; readonly body: unknown; readonly user: User | null },
): CountedAttempt[] {
  const { email } = (body ?? {}) as { email?: unknown };
  switch (limited) {
    case 'sign-in':
      return [fromAddress(addressKey(ip), perAddress), forAccount(`${email}`)];
    case 'sign-up':
      return [fromAddress(`sign-up:${addressKey(ip)}`, accountsPerAddress)];
    case 'password':
      // Whoever has got hold of a session shall not find out the password with it.
      return user === null ? [] : [forAccount(user.email)];
    default:
      return [];
  }
}

function fromAddress(key: string, limit: AttemptLimit): CountedAttempt {
  return { key, limit, whose: 'from your address' };
}

function forAccount(email: string): CountedAttempt {
  return { key: accountKey(email), limit: perAccount, whose: 'for this account' };
}

import type { User } from '../../../kernel/access/User.ts';
import { accountKey, addressKey, type CountedAttempt } from './attemptLimits.ts';
import type { AuthEndpoint } from './authEndpoints.ts';

const minute = 60;
/** Shared by all users of an address. Only attempts that fail count, except for new accounts. */
const perAddress = { max: 10, seconds: minute };
/** What one address can guess of one account; others are not affected. */
const perAccountAndAddress = { max: 10, seconds: 15 * minute };
/**
 * From all addresses together that have not signed in to the account before. More than ten addresses need to guess to
 * reach it, and then slow each other down: an account never closes.
 */
const perAccount = { max: 100, seconds: 15 * minute };
const secondsBetween = 10;
const passwordsPerAccount = { max: 20, seconds: 15 * minute };
const accountsPerAddress = { max: 10, seconds: 60 * minute };

/** What of a request to an endpoint is counted. */
export function countedAttempts(
  limited: AuthEndpoint['limited'],
  { ip, body, user }: { readonly ip: string; readonly body: unknown; readonly user: User | null },
): CountedAttempt[] {
  const address = addressKey(ip);
  switch (limited) {
    case 'sign-in': {
      const { email } = (body ?? {}) as { email?: unknown };
      const account = accountKey(`${email}`);
      const pair = `${account}:${address}`;

      return [
        { key: address, limit: perAddress, whose: fromAddress },
        { key: pair, limit: perAccountAndAddress, whose: `for this account ${fromAddress}` },
        {
          key: account,
          limit: perAccount,
          thenEvery: secondsBetween,
          unlessKnown: `known:${pair}`,
          whose: forAccount,
        },
      ];
    }
    case 'sign-up':
      return [{ key: `sign-up:${address}`, limit: accountsPerAddress, whose: fromAddress }];
    case 'password':
      // A stolen session must not reveal the password; its guesses do not count as attempts to sign in.
      return user === null
        ? []
        : [{ key: `password:${accountKey(user.email)}`, limit: passwordsPerAccount, whose: forAccount }];
    default:
      return [];
  }
}

const fromAddress = 'from your address';
const forAccount = 'for this account';

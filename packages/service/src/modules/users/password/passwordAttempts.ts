import { accountKey, addressKey, type CountedAttempt } from '../auth/attemptLimits.ts';

const minute = 60;

/** Of requests for a link: each counts, whether or not there is such an account. */
export function requestAttempts(ip: string, email: string): CountedAttempt[] {
  const address = addressKey(ip);
  const account = accountKey(email);

  return [
    { key: `reset:${address}`, limit: { max: 10, seconds: 15 * minute }, whose: 'from your address' },
    {
      key: `reset:${account}:${address}`,
      limit: { max: 3, seconds: 15 * minute },
      whose: 'for this account from your address',
    },
    {
      key: `reset:${account}`,
      limit: { max: 10, seconds: 60 * minute },
      // Others cannot close it to its owner, nor fill the mailbox.
      thenEvery: 5 * minute,
      whose: 'for this account',
    },
  ];
}

/** Of links that are tried: those that fail count. */
export function linkAttempts(ip: string): CountedAttempt[] {
  return [{ key: `link:${addressKey(ip)}`, limit: { max: 10, seconds: minute }, whose: 'from your address' }];
}

import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { say, Text } from '@rowhouse/problems';
import { type Kysely, sql } from 'kysely';
import type { TSchema } from 'typebox';
import { ServiceError } from '../../../base/errors.ts';
import type { User } from '../../../kernel/access/User.ts';
import type { Database } from '../../../kernel/database/Database.ts';

/** At most `max` failed attempts within `seconds` of the first one. */
interface AttemptLimit {
  readonly max: number;
  readonly seconds: number;
}

export interface CountedAttempt {
  readonly key: string;
  readonly limit: AttemptLimit;
  /** Above the limit, one attempt passes in each interval of this many seconds. */
  readonly thenEvery?: number;
  /** Not counted if an attempt under this key has succeeded in the last 30 days. A success is remembered under it. */
  readonly unlessKnown?: string;
  /** Completes "Too many attempts …": `from your address`. */
  readonly scopeText: Text;
}

interface AttemptLimits {
  /**
   * Counts an attempt under each of the keys before its result is known, so that concurrent attempts cannot exceed the
   * limit. Throws `service.too_many_requests` for the first key above its limit; later keys are not counted then, so that
   * a blocked address cannot block an account. `succeeded` subtracts the attempt.
   */
  count(attempts: readonly CountedAttempt[]): Promise<{ succeeded(): Promise<void> }>;
}

/** Attempts in the database, shared by all processes. */
export function attemptLimits(db: Kysely<Database>): AttemptLimits {
  return {
    count: async (attempts) => {
      const counted: CountedAttempt[] = [];
      for (const attempt of attempts) {
        const { unlessKnown: known, scopeText } = attempt;
        if (known !== undefined && (await isKnown(db, known))) continue;
        counted.push(attempt);
        const wait = await secondsToWait(db, attempt);
        if (wait !== null) throw tooMany(scopeText, wait);
      }

      return {
        succeeded: async () => {
          await decrement(db, counted);
          for (const { unlessKnown } of attempts) {
            if (unlessKnown !== undefined) await remember(db, unlessKnown);
          }
        },
      };
    },
  };
}

/** Counts the attempt. Null if it may pass. */
async function secondsToWait(
  db: Kysely<Database>,
  { key, limit, thenEvery }: CountedAttempt,
): Promise<number | null> {
  const { count, seconds } = await increment(db, key, limit);
  if (count === 1) await removeEnded(db);
  if (count <= limit.max) return null;
  if (thenEvery === undefined) return seconds;
  const slowed = await increment(db, `${key}:slowed`, { max: 1, seconds: thenEvery });

  return slowed.count > 1 ? slowed.seconds : null;
}

async function remember(db: Kysely<Database>, key: string): Promise<void> {
  const ends_at = sql<Date>`now() + interval '30 days'`;
  await db
    .insertInto('sign_in_attempts')
    .values({ key, count: 0, ends_at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ ends_at }))
    .execute();
}

async function isKnown(db: Kysely<Database>, key: string): Promise<boolean> {
  const found = await db
    .selectFrom('sign_in_attempts')
    .select('key')
    .where('key', '=', key)
    .where('ends_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

  return found !== undefined;
}

/** The key of a client. For IPv6, its /64 network, which usually belongs to one customer. */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

  return `address:${isIPv6(plain) ? `${network(plain)}::/64` : plain}`;
}

/** The key of an account, existing or not; hashed, since the input may be anything. */
export function accountKey(email: string): string {
  return `account:${createHash('sha256').update(email.trim().toLowerCase()).digest('hex')}`;
}

/** The first four groups, without leading zeros. */
function network(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  // An IPv4 suffix replaces two groups.
  const known = groups.length + after.length + (address.includes('.') ? 1 : 0);
  const whole = tail === undefined ? groups : [...groups, ...Array(8 - known).fill('0'), ...after];

  return whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

async function increment(
  db: Kysely<Database>,
  key: string,
  { seconds }: AttemptLimit,
): Promise<{ count: number; seconds: number }> {
  const { rows } = await sql<{ count: number; seconds: number }>`
    insert into sign_in_attempts as known (key, count, ends_at)
    values (${key}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      count = case when known.ends_at <= now() then 1 else least(known.count, 1000000) + 1 end,
      ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
    returning count, ceil(extract(epoch from ends_at - now()))::integer as seconds`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`The attempt of ${key} was not counted.`);

  return row;
}

/** Subtracts instead of resetting, since other attempts share the keys. */
async function decrement(db: Kysely<Database>, attempts: readonly CountedAttempt[]): Promise<void> {
  for (const { key } of attempts) {
    await db
      .updateTable('sign_in_attempts')
      .set({ count: sql<number>`greatest(count - 1, 0)` })
      .where('key', '=', key)
      .execute();
  }
}

/** Removes up to ten expired rows with each new key, so that the table stays small. */
async function removeEnded(db: Kysely<Database>): Promise<void> {
  // Materialized: a subquery with a limit may be run again for each row.
  await sql`
    with ended as materialized (
      select key from sign_in_attempts where ends_at < now() order by ends_at limit 10 for update skip locked
    )
    delete from sign_in_attempts where key in (select key from ended)`.execute(db);
}

function tooMany(scopeText: Text, seconds: number): ServiceError {
  const wait = Math.max(seconds, 1);
  const message = new Text('Too many attempts {0}. Wait {1|# second|# seconds}, then try again.', [
    scopeText,
    wait,
  ]);

  return new ServiceError('service.too_many_requests', message, { retryAfter: wait });
}

const minute = 60;
/** Shared by all users of an address. Only failed attempts count, except for new accounts. */
const perAddress = { max: 10, seconds: minute };
/** Limits the guesses of one address for one account, without effect on other addresses. */
const perAccountAndAddress = { max: 10, seconds: 15 * minute };
/**
 * For all addresses together that have not signed in to the account before. Above the limit, attempts are slowed down, so
 * that an account is never locked.
 */
const perAccount = { max: 100, seconds: 15 * minute };
const secondsBetween = 10;
const passwordsPerAccount = { max: 20, seconds: 15 * minute };
const accountsPerAddress = { max: 10, seconds: 60 * minute };

/** The counted attempts of a request to an endpoint. */
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
        { key: address, limit: perAddress, scopeText: fromAddress },
        { key: pair, limit: perAccountAndAddress, scopeText: say`for this account from your address` },
        {
          key: account,
          limit: perAccount,
          thenEvery: secondsBetween,
          unlessKnown: `known:${pair}`,
          scopeText: forAccount,
        },
      ];
    }
    case 'sign-up':
      return [{ key: `sign-up:${address}`, limit: accountsPerAddress, scopeText: fromAddress }];
    case 'password':
      // A stolen session must not reveal the password; its guesses do not count as attempts to sign in.
      return user === null
        ? []
        : [{ key: `password:${accountKey(user.email)}`, limit: passwordsPerAccount, scopeText: forAccount }];
    default:
      return [];
  }
}

const fromAddress = say`from your address`;
const forAccount = say`for this account`;

/** A route of the sign-in library that the service lets through. */
export interface AuthEndpoint {
  readonly method: 'GET' | 'POST';
  /** Below /api/auth. */
  readonly path: string;
  readonly summary: string;
  /** `public` endpoints check the session themselves; the others require an active user who is not impersonated. */
  readonly access: 'public' | 'signed-in';
  readonly body?: TSchema;
  /** The attempts that are counted (see countedAttempts). */
  readonly limited?: 'sign-in' | 'sign-up' | 'password';
  /** Members that the service sets in the body. */
  readonly adds?: object;
  /** Replaces the library's successful response. */
  readonly responds?: object;
  /** Responds with null if the guard refuses the session. */
  readonly checksSession?: true;
}

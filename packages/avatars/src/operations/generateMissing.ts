import type { UserId } from '../Avatar.ts';
import type { AvatarUser, BackfillOptions, BackfillSummary } from '../Avatars.ts';
import { AvatarError } from '../errors.ts';
import type { AvatarUsers } from '../records/avatarUsers.ts';

/** Users that are in memory at once. */
const pageSize = 500;

/** Failures that a summary names. */
const namedFailures = 20;

/** So many users in a row who fail because the store or the database is away end the run. */
const mostUnavailable = 20;

const defaultConcurrency = 4;

/**
 * Generates the avatars of all users without one, in the order of their ids. Whoever has one is not looked at again, so
 * that a run after one that was killed goes on where that was. Throws `avatars.unavailable` when the store or the
 * database is away; what is done stays.
 */
export async function generateMissing(
  users: AvatarUsers,
  generate: (user: AvatarUser) => Promise<unknown>,
  { signal, concurrency = defaultConcurrency, onProgress }: BackfillOptions = {},
): Promise<BackfillSummary> {
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new RangeError(`concurrency is ${concurrency}. Use a whole number from 1.`);
  }
  const total = await users.countMissing();
  const failures: { userId: UserId; message: string }[] = [];
  let generated = 0;
  let failed = 0;
  let unavailable = 0;
  let broken: { readonly error: unknown } | null = null;

  const progress = () => ({ total, generated, failed });
  onProgress?.(progress());
  const waiting = missingUsers(users, () => signal?.aborted === true || broken !== null);
  await Promise.all(Array.from({ length: concurrency }, work));
  if (broken !== null) throw (broken as { error: unknown }).error;

  return { ...progress(), state: signal?.aborted ? 'interrupted' : 'finished', failures };

  async function work(): Promise<void> {
    try {
      for await (const user of waiting) {
        await generateFor(user);
        onProgress?.(progress());
      }
    } catch (error) {
      broken ??= { error };
    }
  }

  async function generateFor(user: AvatarUser): Promise<void> {
    try {
      await generate(user);
      generated++;
      unavailable = 0;
    } catch (error) {
      failed++;
      if (failures.length < namedFailures) failures.push({ userId: user.id, message: messageOf(error) });
      unavailable = isUnavailable(error) ? unavailable + 1 : 0;
      if (unavailable >= mostUnavailable) throw error;
    }
  }
}

/** Shared by all who work: each gets the next. */
function missingUsers(users: AvatarUsers, isOver: () => boolean): AsyncIterable<AvatarUser> {
  const all = walk();

  // Without `return`: who leaves its loop ends it for nobody else.
  return { [Symbol.asyncIterator]: () => ({ next: () => all.next() }) };

  async function* walk(): AsyncGenerator<AvatarUser, undefined> {
    for (let after: UserId | null = null; ; ) {
      const page: AvatarUser[] = isOver() ? [] : await users.nextMissing(after, pageSize);
      for (const user of page) {
        if (isOver()) return;
        yield user;
      }
      if (page.length < pageSize) return;
      after = page.at(-1)?.id ?? null;
    }
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof AvatarError && error.code === 'avatars.unavailable';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import type { AvatarUser, BackfillOptions, BackfillSummary, UserId } from '../Avatars.ts';
import { AvatarError } from '../errors.ts';
import type { AvatarUsers } from '../records/avatarUsers.ts';

/** Users in memory at the same time. */
const pageSize = 500;

/** Failures listed in a summary. */
const maxListedFailures = 20;

/** Consecutive failures of the store or the database that end the run. */
const maxUnavailable = 20;

const defaultConcurrency = 4;

/**
 * Generates avatars for all users without one, in the order of their ids. Only these users are read, so that a run
 * continues where a killed one stopped. Throws `avatars.unavailable` after 20 consecutive failures of the store or the
 * database; avatars made until then stay.
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
  let fatal: { readonly error: unknown } | null = null;

  const progress = () => ({ total, generated, failed });
  onProgress?.(progress());
  const waiting = missingUsers(users, () => signal?.aborted === true || fatal !== null);
  await Promise.all(Array.from({ length: concurrency }, work));
  if (fatal !== null) throw (fatal as { error: unknown }).error;

  return { ...progress(), state: signal?.aborted ? 'interrupted' : 'finished', failures };

  async function work(): Promise<void> {
    try {
      for await (const user of waiting) {
        await generateFor(user);
        onProgress?.(progress());
      }
    } catch (error) {
      fatal ??= { error };
    }
  }

  async function generateFor(user: AvatarUser): Promise<void> {
    try {
      await generate(user);
      generated++;
      unavailable = 0;
    } catch (error) {
      failed++;
      if (failures.length < maxListedFailures) failures.push({ userId: user.id, message: messageOf(error) });
      unavailable = isUnavailable(error) ? unavailable + 1 : 0;
      if (unavailable >= maxUnavailable) throw error;
    }
  }
}

/** Shared by all workers: each gets the next user. */
function missingUsers(users: AvatarUsers, isOver: () => boolean): AsyncIterable<AvatarUser> {
  const all = walk();

  // Without `return`, so that a worker that leaves its loop does not end the others'.
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

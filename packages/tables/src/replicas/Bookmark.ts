import { laterOf } from './position.ts';

/**
 * The last position of the database that a client has written or read. A read with a bookmark returns nothing older,
 * and advances it to the position that it has read. Give the position to the client with the response, and open the
 * next bookmark with it.
 */
export interface Bookmark {
  /** Null if nothing is known; any replica may be read. */
  readonly position: string | null;
  /** Whether a read has advanced it: `position` then covers everything in the response. */
  readonly isRead: boolean;
  /** True after a write at an unknown position: only the primary is guaranteed to show it. */
  readonly needsPrimary: boolean;
  requirePrimary(): void;
  /** Keeps the later position. */
  advance(position: string | null): void;
  /** Advances it to the position of a read. */
  read(position: string | null): void;
}

/** @throws RangeError if the text is not a position. */
export function openBookmark(position: string | null = null): Bookmark {
  let current = laterOf(position, null);
  let isRead = false;
  let needsPrimary = false;

  return {
    get position() {
      return current;
    },
    get isRead() {
      return isRead;
    },
    get needsPrimary() {
      return needsPrimary;
    },
    requirePrimary() {
      needsPrimary = true;
    },
    advance(next) {
      current = laterOf(current, next);
    },
    read(next) {
      isRead = true;
      current = laterOf(current, next);
    },
  };
}

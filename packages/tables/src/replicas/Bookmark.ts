import { laterOf } from './position.ts';

/**
 * What a client has caused or seen, as a position of the database. A read with a bookmark shows nothing older, and advances
 * it to what it has shown. Give the position to the client with the response, and open the next bookmark with it.
 */
export interface Bookmark {
  /** Null if nothing is known; any replica may be read. */
  readonly position: string | null;
  /** Whether a read has advanced it: `position` then includes all that the response shows. */
  readonly isRead: boolean;
  /** True if something was written whose position is not known yet: only the primary shows it. */
  readonly needsPrimary: boolean;
  requirePrimary(): void;
  /** Keeps the later position. */
  advance(position: string | null): void;
  /** Advances it to what a read has shown. */
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

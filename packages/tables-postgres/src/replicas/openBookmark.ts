import type { Bookmark } from '@rowhouse/tables';
import { laterOf } from './position.ts';

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

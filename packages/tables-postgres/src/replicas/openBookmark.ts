import type { Bookmark } from '@rowhouse/tables';
import { isPosition, laterOf } from './position.ts';

/** @throws RangeError if the text is not a position. */
export function openBookmark(position: string | null = null): Bookmark {
  if (position !== null && !isPosition(position)) {
    throw new RangeError(`"${position}" is not a position such as 2:0/3000148.`);
  }
  let current = position;
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

import type { Bookmark, Replicas } from '@rowhouse/tables';
import { laterOf } from '@rowhouse/tables-postgres';

/**
 * What the users of this process have last written or read, also by events instead of responses. It completes
 * the position that a browser keeps, which concurrent responses may update in any order.
 */
export interface Floors {
  /** Advances a bookmark to the position that the user has written or read. */
  apply(user: number, bookmark: Bookmark): void;
  raise(user: number, position: string | null): void;
  /**
   * Something was written for the user (null: for any user), at an unknown position. Until it is known,
   * requests read the primary.
   */
  changed(user: number | null): void;
}

interface Floor {
  position: string | null;
  /** Number of writes. */
  writes: number;
  /** Number of writes that `position` covers. */
  covered: number;
}

/**
 * Maximum number of users; the one whose floor was raised first is removed, and the position of the browser
 * remains.
 */
const mostUsers = 20_000;

export function createFloors(replicas: Pick<Replicas, 'written'>): Floors {
  const everyone: Floor = { position: null, writes: 0, covered: 0 };
  const floors = new Map<number, Floor>();
  const floorOf = (user: number): Floor => {
    const floor = floors.get(user) ?? { position: null, writes: 0, covered: 0 };
    floors.delete(user);
    floors.set(user, floor);
    const [oldest] = floors.keys();
    if (floors.size > mostUsers && oldest !== undefined) floors.delete(oldest);

    return floor;
  };
  const find = async (floor: Floor) => {
    const { writes } = floor;
    const position = await replicas.written();
    floor.position = laterOf(floor.position, position);
    floor.covered = Math.max(floor.covered, writes);
  };

  return {
    apply(user, bookmark) {
      for (const floor of [everyone, floors.get(user)]) {
        if (floor === undefined) continue;
        bookmark.advance(floor.position);
        if (floor.covered === floor.writes) continue;
        bookmark.requirePrimary();
        // Retried if the primary was unavailable before.
        find(floor).catch(() => undefined);
      }
    },
    raise(user, position) {
      const floor = floorOf(user);
      floor.position = laterOf(floor.position, position);
    },
    changed(user) {
      const floor = user === null ? everyone : floorOf(user);
      floor.writes++;
      find(floor).catch(() => undefined);
    },
  };
}

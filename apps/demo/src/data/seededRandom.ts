/** Random values that are the same on every machine. */
export interface Draws {
  /** From 0 (inclusive) to 1 (exclusive). */
  fraction(): number;
  /** A whole number; both bounds are inclusive. */
  between(least: number, most: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** Picks an item by weight. */
  weighted<Item extends { readonly weight: number }>(items: readonly [Item, ...Item[]]): Item;
  uuid(): string;
}

/** Random values that depend only on the seed (mulberry32). */
export function seededRandom(seed: number): Draws {
  let state = seed;

  return { fraction, between, pick, weighted, uuid };

  function fraction(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);

    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  function between(least: number, most: number): number {
    return least + Math.floor(fraction() * (most - least + 1));
  }

  function pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[between(0, items.length - 1)] ?? items[0];
  }

  function weighted<Item extends { readonly weight: number }>(items: readonly [Item, ...Item[]]): Item {
    let left = fraction() * items.reduce((sum, { weight }) => sum + weight, 0);
    for (const item of items) {
      left -= item.weight;
      if (left < 0) return item;
    }

    return items[0];
  }

  function uuid(): string {
    const digits = (count: number) =>
      Array.from({ length: count }, () => between(0, 15).toString(16)).join('');

    return `${digits(8)}-${digits(4)}-4${digits(3)}-${pick(['8', '9', 'a', 'b'])}${digits(3)}-${digits(12)}`;
  }
}

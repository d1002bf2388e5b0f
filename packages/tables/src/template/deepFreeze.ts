/** Freezes a value and everything in it. The value itself is returned. */
export function deepFreeze<T>(value: T): T {
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue;
    Object.freeze(next);
    waiting.push(...Object.values(next).filter((member) => member !== undefined));
  }
  return value;
}

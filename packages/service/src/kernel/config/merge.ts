/** `override` over `base`: objects are merged, everything else is replaced; `undefined` changes nothing. */
export function merge(base: unknown, override: unknown): unknown {
  if (override === undefined) return base;
  if (!isObject(override)) return override;
  const start = isObject(base) ? base : {};
  // From entries, so that a key named __proto__ stays a key.
  return Object.fromEntries([
    ...Object.entries(start),
    ...Object.entries(override)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, merge(Object.hasOwn(start, name) ? start[name] : undefined, value)]),
  ]);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

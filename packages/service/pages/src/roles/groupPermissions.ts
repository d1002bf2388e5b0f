/** Permissions whose names have all but the last part in common. */
export interface PermissionGroup {
  /** `orders` for `orders.init`; empty for a name without a dot. */
  readonly prefix: string;
  readonly names: readonly string[];
}

/** Groups the names that contain every word of `search`; groups and names in the order of the alphabet. */
export function groupPermissions(names: readonly string[], search: string): PermissionGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, string[]>();
  for (const name of [...new Set(names)].sort()) {
    if (!words.every((word) => name.toLowerCase().includes(word))) continue;
    const prefix = name.slice(0, Math.max(0, name.lastIndexOf('.')));
    groups.set(prefix, [...(groups.get(prefix) ?? []), name]);
  }
  return [...groups]
    .map(([prefix, members]) => ({ prefix, names: members }))
    .sort((a, b) => (a.prefix < b.prefix ? -1 : 1));
}

import type { Permission } from '../../../src/modules/users/messages.ts';

/** Permissions with the same label in a group, such as the two that a list requires. */
export interface PermissionEntry {
  readonly label: string;
  readonly names: readonly string[];
}

export interface PermissionGroup {
  readonly name: string;
  readonly entries: readonly PermissionEntry[];
}

/** How many permissions of an entry are selected. */
export function stateOf({ names }: PermissionEntry, chosen: ReadonlySet<string>): 'all' | 'some' | 'none' {
  const count = names.filter((name) => chosen.has(name)).length;
  if (count === 0) return 'none';

  return count === names.length ? 'all' : 'some';
}

/**
 * Groups the permissions whose label, group or name contains every word of `search`: permissions of the same label in the
 * same group are one entry. Groups are sorted by name, entries keep the order of the permissions.
 */
export function groupPermissions(permissions: readonly Permission[], search: string): PermissionGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, Map<string, string[]>>();
  for (const { name, label, group } of permissions) {
    const entries = groups.get(group) ?? new Map<string, string[]>();
    groups.set(group, entries);
    entries.set(label, [...(entries.get(label) ?? []), name]);
  }
  const isFound = (group: string, label: string, names: readonly string[]) => {
    const text = [group, label, ...names].join(' ').toLowerCase();

    return words.every((word) => text.includes(word));
  };

  return [...groups]
    .map(([name, entries]) => ({
      name,
      entries: [...entries]
        .filter(([label, names]) => isFound(name, label, names))
        .map(([label, names]) => ({ label, names })),
    }))
    .filter(({ entries }) => entries.length > 0)
    .sort((a, b) => a.name.localeCompare(b.name));
}

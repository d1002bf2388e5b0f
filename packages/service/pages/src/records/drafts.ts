/** What was entered in forms and not saved, in the storage of the browser's tab. Without a storage, there are no drafts. */

const prefix = 'rowhouse.form.';

/** Unique for a user and a record; `row` is null for a new one. */
export function draftKey(user: number | undefined, table: string, row: string | null): string {
  return `${prefix}${user}.${JSON.stringify([table, row])}`;
}

/** Null for none. */
export function storedDraft(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Null removes it. */
export function storeDraft(key: string, draft: unknown): void {
  try {
    if (draft === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // A reload then loses what was entered; the browser asks before.
  }
}

/** Removes all drafts, of which the next user of the tab knows nothing. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

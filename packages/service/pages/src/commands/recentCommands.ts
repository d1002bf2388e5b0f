const key = 'rowhouse.commands';
const most = 6;

/** Ids of the commands that were used last in this browser, the newest first. */
export function recentCommands(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');

    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

export function noteCommand(id: string): void {
  const ids = [id, ...recentCommands().filter((other) => other !== id)].slice(0, most);
  try {
    localStorage.setItem(key, JSON.stringify(ids));
  } catch {
    // Without storage, no command is recent.
  }
}

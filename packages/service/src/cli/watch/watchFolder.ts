import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { basename, join, sep } from 'node:path';

/** The source files below a folder, without those in hidden folders, in node_modules and in `isIgnored` ones. */
export interface WatchedFolder {
  /** Resolves with the file that has changed since the last call. */
  nextChange(): Promise<string>;
  close(): void;
}

const isSource = (path: string) => /\.([cm]?[jt]s|json|vue|css)$/.test(path);
/** Programs write a file in several steps, and several files together. */
const settledAfter = 50;

/**
 * Watches each folder by itself: `fs.watch` with `recursive` would also watch node_modules, which has too many folders for
 * the limit of Linux.
 */
export function watchFolder(root: string, isIgnored: (folder: string) => boolean): WatchedFolder {
  const watchers = new Map<string, FSWatcher>();
  let changed: string | null = null;
  let waiting: ((path: string) => void) | null = null;
  let settling: NodeJS.Timeout | undefined;

  const report = () => {
    if (changed === null || waiting === null) return;
    waiting(changed);
    [changed, waiting] = [null, null];
  };
  const onSource = (path: string) => {
    changed = path;
    clearTimeout(settling);
    settling = setTimeout(report, settledAfter);
  };
  const drop = (folder: string) => {
    for (const [path, watcher] of watchers) {
      if (path !== folder && !path.startsWith(folder + sep)) continue;
      watcher.close();
      watchers.delete(path);
    }
  };
  /** Returns the sources in it. */
  const add = (folder: string): string[] => {
    const name = basename(folder);
    if (folder !== root && (name.startsWith('.') || name === 'node_modules' || isIgnored(folder))) return [];
    try {
      const watcher = watch(folder);
      watchers.set(folder, watcher);
      // On Windows, a removed folder.
      watcher.on('error', () => drop(folder));
      watcher.on('change', (event, file) => onEvent(event, join(folder, String(file))));

      return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);

        return entry.isDirectory() ? add(path) : isSource(path) ? [path] : [];
      });
    } catch {
      // A file, or removed in the meantime.
      drop(folder);

      return [];
    }
  };
  const onEvent = (event: string, path: string) => {
    if (isSource(path)) return onSource(path);
    if (event !== 'rename') return;
    // A folder that was removed and created again needs a new watcher.
    drop(path);
    const [source] = add(path);
    if (source !== undefined) onSource(source);
  };
  add(root);

  return {
    nextChange: () =>
      new Promise((resolve) => {
        waiting = resolve;
        report();
      }),
    close: () => {
      clearTimeout(settling);
      drop(root);
    },
  };
}

import type { InitButton } from '@rowhouse/table-protocol';

/** Common names of routes, in words. */
const words: Readonly<Record<string, string>> = {
  show: 'Open',
  edit: 'Edit',
  destroy: 'Delete',
  download: 'Download',
  create: 'Create',
};

/** The text of a button where there is room for words; not translated yet. */
export function buttonName({ label, tooltip, name }: InitButton): string {
  return label || tooltip || readableName(name);
}

/** A button's name as words, for a button without label and tooltip: `sendMail` is "Send mail". Not translated yet. */
export function readableName(name: string): string {
  if (Object.hasOwn(words, name)) {
    return words[name] ?? name;
  }

  const text = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[-_.]+/g, ' ')
    .trim()
    .toLowerCase();

  return text.charAt(0).toUpperCase() + text.slice(1);
}

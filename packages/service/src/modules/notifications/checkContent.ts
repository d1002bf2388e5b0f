import { cleanText, type TextParameters } from '../../kernel/language/translate.ts';
import type { NotificationContent, NotificationTypes } from '../../kernel/Notifier.ts';

/** Lengths in characters. */
const most = { key: 200, title: 300, body: 4_000, parameter: 1_000, label: 100, path: 2_000 };

/**
 * The content as it is stored: without what the database cannot keep, and not longer than people read. Throws on what
 * is a mistake of the code that tells: an unknown type, a key that is too long, a link out of the service.
 */
export function checkContent(content: NotificationContent, types: NotificationTypes): NotificationContent {
  const { type, key, link } = content;
  if (!Object.hasOwn(types, type)) {
    const known = Object.keys(types).join(', ');
    throw new Error(
      `The notification type "${type}" is not declared. Add it to the notifications of your module, or use ${known}.`,
    );
  }
  if (key === '' || key.length > most.key) {
    throw new Error(
      `The key of a notification must have 1 to ${most.key} characters, and has ${key.length}.`,
    );
  }
  if (link !== undefined && !(/^\/(?![/\\])[!-~]*$/.test(link.path) && link.path.length <= most.path)) {
    throw new Error(
      `The link of a notification must be a path of the service, such as /orders, not "${link.path.slice(0, 200)}".`,
    );
  }

  return {
    type,
    key,
    title: cleanText(content.title, { most: most.title }),
    body: cleanText(content.body, { most: most.body, lines: true }),
    parameters: Object.fromEntries(
      Object.entries(content.parameters ?? {}).map(([name, value]) => [name, cleanParameter(value)]),
    ),
    ...(link && { link: { path: link.path, label: cleanText(link.label, { most: most.label }) } }),
  };
}

function cleanParameter(value: TextParameters[string]): TextParameters[string] {
  // Throws a RangeError on what is no moment.
  if (typeof value === 'object') return { instant: new Date(value.instant).toISOString() };

  // JSON has no other numbers.
  return Number.isFinite(value) ? value : cleanText(String(value), { most: most.parameter, lines: true });
}

import { invalidRequest } from '../../kernel/invalidRequest.ts';
import type { NotificationTypes } from '../../kernel/Notifier.ts';
import type { Preference } from './Preference.ts';

/** Refuses, all at once, types that there are not, types written twice, and mandatory channels switched off. */
export function checkPreferences(preferences: readonly Preference[], types: NotificationTypes): void {
  const faults: Record<string, string[]> = {};
  for (const [index, { type, ...chosen }] of preferences.entries()) {
    const known = Object.hasOwn(types, type) ? types[type] : undefined;
    if (known === undefined) {
      const names = Object.keys(types).join(', ');
      faults[`data.${index}.type`] = [`must be one of ${names}, not ${JSON.stringify(type)}`];
      continue;
    }
    if (preferences.findIndex((other) => other.type === type) !== index) {
      faults[`data.${index}.type`] = [`must not be there twice; ${type} was written before`];
    }
    for (const channel of known.mandatory ?? []) {
      if (chosen[channel] !== false) continue;
      faults[`data.${index}.${channel}`] = [`must stay on: ${type} always comes by ${channel}`];
    }
  }
  if (Object.keys(faults).length > 0) throw invalidRequest(faults);
}

import { longestCleanJson } from './cleanJson.ts';

const deepest = 38;

/** Whether a value is what JSON.parse makes, and not a large one: JSON.stringify leaves nothing out of it, and changes nothing. */
export function isPlainJson(value: unknown): boolean {
  return roomLeft(value, longestCleanJson, 0) >= 0;
}

/** Of `room` characters, what the value leaves, counted sparingly; negative for a value of another kind. */
function roomLeft(value: unknown, room: number, depth: number): number {
  if (typeof value === 'string') return room - value.length;
  if (value === null || typeof value === 'boolean') return room - 1;
  if (typeof value === 'number') return Number.isFinite(value) ? room - 1 : -1;
  if (typeof value !== 'object' || depth >= deepest || 'toJSON' in value || 'pipe' in value) return -1;

  let left = room - 1;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index += 1) {
      left = roomLeft(value[index], left, depth + 1);
    }
    return left;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return -1;
  for (const name of Object.keys(value)) {
    left = roomLeft(value[name as keyof typeof value], left - name.length, depth + 1);
    if (left < 0) return left;
  }
  return left;
}

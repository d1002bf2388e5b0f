import { jsonText, jsonValue, type ListItems, type StoredForm } from '../../StoredForm.ts';
import { columnKind } from './expressions.ts';

/** Names of types of arrays are those of their items after `_`. */
export function storedForm(dataType: string): StoredForm | null {
  if (dataType === 'json') return jsonText;
  if (dataType === 'jsonb') return jsonValue;
  if (!dataType.startsWith('_')) return null;
  const item = dataType.slice(1);

  return {
    kind: 'list',
    itemKind: columnKind(item),
    isOrdered: true,
    hasNulls: true,
    read: readArray,
    write: (items) => `{${items.map(itemText).join()}}`,
    // With its bounds, if it does not start at 1.
    isWritten: (text) => /^\s*(\{|\[-?\d+:)/.test(text),
  };
}

/** An item in quotes, with its escapes, or plain, and what follows it. */
const item = /\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",{}\\](?:[^",{}\\]*[^\s",{}\\])?))\s*([,}])/sy;

/** Null for an array of arrays, and for one that does not start at 1. */
function readArray(stored: string): ListItems | null {
  const text = stored.trim();
  if (/^\{\s*\}$/.test(text)) return [];
  if (!text.startsWith('{')) return null;
  const items: (string | null)[] = [];
  item.lastIndex = 1;
  for (;;) {
    const [whole, quoted, plain = '', end] = item.exec(text) ?? [];
    if (whole === undefined) return null;
    items.push(quoted === undefined ? plainItem(plain) : quoted.replace(/\\(.)/gs, '$1'));
    if (end === '}') return item.lastIndex === text.length ? items : null;
  }
}

function plainItem(text: string): string | null {
  return text.toLowerCase() === 'null' ? null : text;
}

function itemText(text: string | null): string {
  return text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

import { jsonValue, type StoredForm } from '../../StoredForm.ts';

/** MariaDB's JSON is a text with a check, which the rules of its column know. */
export function storedForm(dataType: string): StoredForm | null {
  const type = dataType.toLowerCase();
  if (type === 'json') return jsonValue;

  return type === 'set' ? set : null;
}

/** No value of a SET has a comma, and each is in it at most once, in the order of the type. */
const set: StoredForm = {
  kind: 'list',
  itemKind: 'text',
  isOrdered: false,
  hasNulls: false,
  read: (stored) => (stored === '' ? [] : stored.split(',')),
  write: (items) => items.join(),
  isWritten: () => false,
};

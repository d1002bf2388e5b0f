import { jsonText, type StoredForm } from '../../StoredForm.ts';

/** A column of any type can have JSON as text; that of JSONB has bytes, which are not edited. */
export function storedForm(dataType: string): StoredForm | null {
  return /^json$/i.test(dataType) ? jsonText : null;
}

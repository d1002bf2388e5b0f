import { escapeText } from './escapeText.ts';

/** A text between the double quotes of an attribute. */
export function escapeAttribute(text: string): string {
  return escapeText(text.replace(/[\t\r\n]/g, ' ')).replaceAll('"', '&quot;');
}

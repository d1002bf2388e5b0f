import { escapeText } from './escapeText.ts';

/** A text cell, from the quote that ends its reference; empty when nothing of the text can be written. */
export function inlineText(text: string, style: number): string {
  const escaped = escapeText(text);

  if (style === 0 && !hasFragileBlanks(escaped)) {
    return escaped === '' ? '' : `" t="inlineStr"><is><t>${escaped}</t></is></c>`;
  }

  const space = hasFragileBlanks(escaped) ? ' xml:space="preserve"' : '';

  return escaped === '' ? '' : `" s="${style}" t="inlineStr"><is><t${space}>${escaped}</t></is></c>`;
}

/** Outer blanks, and line breaks and tabs anywhere, may get lost unless they are said to matter. */
function hasFragileBlanks(text: string): boolean {
  return (
    text.charCodeAt(0) === 32 ||
    text.charCodeAt(text.length - 1) === 32 ||
    text.includes('\n') ||
    text.includes('\t')
  );
}

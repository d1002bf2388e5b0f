/** The same text, for keeping: a part of another text holds on to the whole of it. */
export function ownText(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}

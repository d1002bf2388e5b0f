/** The first `length` UTF-16 units of a text, or one fewer, so that no character is halved. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) {
    return text;
  }

  const last = text.charCodeAt(length - 1);

  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

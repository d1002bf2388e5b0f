/**
 * Everything that XML 1.0 does not allow: control characters except tab, LF and CR, lone surrogates, U+FFFE and U+FFFF.
 */
const unprintable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

export function removeUnprintable(text: string): string {
  return text.replace(unprintable, '');
}

/** The first `length` UTF-16 units of a text, or one fewer to avoid splitting a surrogate pair. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) {
    return text;
  }

  const last = text.charCodeAt(length - 1);

  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

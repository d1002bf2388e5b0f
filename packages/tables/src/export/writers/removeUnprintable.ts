/** All that XML 1.0 does not allow: control characters but tab, LF and CR, lone surrogates, U+FFFE and U+FFFF. */
const unprintable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

export function removeUnprintable(text: string): string {
  return text.replace(unprintable, '');
}

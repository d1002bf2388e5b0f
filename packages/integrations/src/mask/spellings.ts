/** In all spellings the same, but for Base64 and the like. */
const plain = /^[\w.~-]+$/;

export function isPlainSpelling(value: string): boolean {
  return plain.test(value);
}

/** A value as it is, and as it stands in XML, in JSON, in addresses and in forms. */
export function spellingsOf(value: string): string[] {
  if (isPlainSpelling(value)) return [value];
  const inJson = escapedJson(value);
  const inAddress = encodeURIComponent(value.toWellFormed());
  const inForm = new URLSearchParams([['', value]]).toString().slice(1);

  return [
    value,
    escapedXml(value),
    inJson,
    inJson.replaceAll('/', '\\/'),
    inAddress,
    inAddress.replace(/%[\dA-F]{2}/g, lowerCase),
    inForm,
    inForm.replace(/%[\dA-F]{2}/g, lowerCase),
  ];
}

/** As it stands between the quotes of JSON. */
export function escapedJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escapedXml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&apos;');
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}

/** A part of a multipart message. */
export interface MimePart {
  /** Its Content-ID, without angle brackets. */
  readonly id: string | null;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Reads `multipart/related` (RFC 2387): the root, by `start` or else the first part; null for other bodies. */
export function readMimeParts(
  body: Uint8Array,
  contentType: string,
): { readonly root: MimePart; readonly parts: readonly MimePart[] } | null {
  if (!/^\s*multipart\/related\b/i.test(contentType)) return null;
  const boundary = parameter(contentType, 'boundary');
  if (boundary === null || boundary === '') return null;
  const parts = split(Buffer.from(body.buffer, body.byteOffset, body.length), boundary).map(readMimePart);
  const start = parameter(contentType, 'start');
  const root = (start && parts.find(({ id }) => id === withoutBrackets(start))) || parts[0];

  return root === undefined ? null : { root, parts };
}

function parameter(header: string, name: string): string | null {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;]+))`, 'i').exec(header);

  return found === null ? null : (found[1] ?? found[2] ?? '');
}

/** The bytes between lines that begin with the boundary. */
function split(body: Buffer, boundary: string): Buffer[] {
  const delimiter = Buffer.from(`--${boundary}`);
  const parts: Buffer[] = [];
  let start: number | null = null;

  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + delimiter.length)) {
    if (at > 0 && body[at - 1] !== 10) continue;
    if (start !== null) parts.push(body.subarray(start, beforeLineBreak(body, at)));
    const isLast = body.toString('latin1', at + delimiter.length, at + delimiter.length + 2) === '--';
    if (isLast) return parts;
    const lineEnd = body.indexOf(10, at);
    if (lineEnd === -1) return parts;
    start = lineEnd + 1;
  }
  // A message that was cut, or whose writer forgot the end.
  if (start !== null) parts.push(body.subarray(start));
  return parts;
}

function beforeLineBreak(body: Buffer, at: number): number {
  return body[at - 2] === 13 ? at - 2 : at - 1;
}

function readMimePart(part: Buffer): MimePart {
  const text = part.toString('latin1', 0, Math.min(part.length, 16_384));
  const separator = /^\r?\n|\r?\n\r?\n/.exec(text);
  const headEnd = separator === null ? 0 : separator.index;
  const head = text.slice(0, headEnd).replace(/\r?\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(head)?.[1]?.trim() ?? null;
  const id = header('content-id');

  return {
    id: id === null ? null : withoutBrackets(id),
    contentType: header('content-type') ?? '',
    body: decode(
      separator === null ? part : part.subarray(headEnd + separator[0].length),
      header('content-transfer-encoding'),
    ),
  };
}

function decode(body: Buffer, encoding: string | null): Uint8Array {
  const name = encoding?.toLowerCase();
  if (name === 'base64') return Buffer.from(body.toString('latin1'), 'base64');
  if (name !== 'quoted-printable') return body;
  const text = body.toString('latin1').replace(/=[ \t]*\r?\n/g, '');

  return Buffer.from(
    text.replace(/=([\dA-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

function withoutBrackets(id: string): string {
  return id.replace(/^<|>$/g, '');
}

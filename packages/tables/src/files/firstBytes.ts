import { open } from 'node:fs/promises';

/** Media types whose files begin with known bytes. */
const signatures = {
  'image/png': (bytes: Buffer) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/jpeg': (bytes: Buffer) => startsWith(bytes, [0xff, 0xd8, 0xff]),
  'image/gif': (bytes: Buffer) => /^GIF8[79]a/.test(bytes.toString('latin1')),
  'image/webp': (bytes: Buffer) => /^RIFF[\s\S]{4}WEBP/.test(bytes.toString('latin1')),
  // Readers accept it within the first kilobyte.
  'application/pdf': (bytes: Buffer) => bytes.includes('%PDF-'),
} as const;

/** Images that browsers show by themselves, and that contain no programs. */
export const shownImages: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
]);

/** Whether a file is of the media type, as far as its first bytes show it. */
export async function isOfType(path: string, mediaType: string): Promise<boolean> {
  if (!Object.hasOwn(signatures, mediaType)) return true;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);

    return signatures[mediaType as keyof typeof signatures](buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

function startsWith(bytes: Buffer, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

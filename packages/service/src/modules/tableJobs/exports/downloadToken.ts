import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Download {
  /** Of the record. */
  readonly id: string;
  /** Id of the user who may have the file. */
  readonly owner: number;
  readonly expires: Date;
}

/** What the link to a file carries: until when it is good, and the service's signature for that, the file and its owner. */
export function downloadToken(secret: string, download: Download): string {
  const seconds = Math.floor(download.expires.getTime() / 1000);

  return `${seconds}.${signature(secret, { ...download, seconds }).toString('base64url')}`;
}

/** `forged`: not of this service for that file and owner. Looks at nothing else in a token before its signature. */
export function checkDownloadToken(
  secret: string,
  token: string,
  { id, owner }: Omit<Download, 'expires'>,
  now: Date = new Date(),
): 'good' | 'forged' | 'expired' {
  const [, digits = '', given = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? [];
  const seconds = Number(digits);
  const expected = signature(secret, { id, owner, seconds });
  const received = Buffer.from(given, 'base64url');
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return 'forged';

  return seconds * 1000 <= now.getTime() ? 'expired' : 'good';
}

function signature(
  secret: string,
  { id, owner, seconds }: Omit<Download, 'expires'> & { seconds: number },
): Buffer {
  // The purpose stands before, so that no other signature of the same secret fits.
  return createHmac('sha256', secret)
    .update(`rowhouse export download\n${id}\n${owner}\n${seconds}`)
    .digest();
}

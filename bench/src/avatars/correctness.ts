import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { size } from './size.ts';
import type { RunningServer } from './startServer.ts';

/** @throws when the two do not show the same picture of the size that is stored. */
export async function compareImages(file: string, other: string): Promise<void> {
  const [one, two] = await Promise.all(
    [file, other].map((name) => sharp(name).ensureAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  if (one === undefined || two === undefined) throw new Error('There is nothing to compare.');
  for (const { info } of [one, two]) {
    if (info.width !== size || info.height !== size)
      throw new Error(`${info.width} × ${info.height} pixels are not ${size}.`);
  }
  const difference = one.data.reduce(
    (sum, value, index) => sum + Math.abs(value - (two.data[index] ?? 0)),
    0,
  );
  if (difference / one.data.length > 2) throw new Error(`${file} does not look like ${other}.`);
}

/** @throws unless the server sends the stored file with an ETag, and nothing to a client that has it. */
export async function checkServer({ contender, address }: RunningServer, stored: string): Promise<void> {
  const whole = await fetch(address);
  const bytes = Buffer.from(await whole.arrayBuffer());
  if (whole.status !== 200 || !bytes.equals(await readFile(stored))) {
    throw new Error(
      `${contender.name} does not send the stored image: ${whole.status}, ${bytes.length} bytes.`,
    );
  }
  const headers = { 'if-none-match': whole.headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
  const known = await fetch(address, { headers });
  if (known.status !== 304 || (await known.arrayBuffer()).byteLength > 0) {
    throw new Error(`${contender.name} answers ${known.status} to somebody who has the image.`);
  }
}

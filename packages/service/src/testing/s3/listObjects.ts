import { createHash } from 'node:crypto';
import { escapeXml } from './escapeXml.ts';
import { S3Fault } from './S3Fault.ts';

export interface S3Object {
  readonly bytes: Buffer;
  readonly mediaType: string | undefined;
}

/** The answer to ListObjectsV2; `pageSize` is the most that a page has, as AWS has 1000. */
export function listObjects(
  bucket: string,
  objects: ReadonlyMap<string, S3Object>,
  query: URLSearchParams,
  pageSize: number,
): string {
  const prefix = query.get('prefix') ?? '';
  if ((query.get('delimiter') ?? '') !== '') {
    throw new S3Fault(501, 'NotImplemented', 'Delimiters are not implemented.');
  }
  const token = query.get('continuation-token');
  const after = token === null ? '' : Buffer.from(token, 'base64').toString();
  const size = Math.min(Number(query.get('max-keys') ?? pageSize), pageSize);
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, size);
  const isTruncated = keys.length > page.length;
  const contents = page.map((key) => {
    const bytes = objects.get(key)?.bytes ?? Buffer.alloc(0);
    return (
      `<Contents><Key>${escapeXml(key)}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified>` +
      `<ETag>${escapeXml(etag(bytes))}</ETag><Size>${bytes.length}</Size></Contents>`
    );
  });
  const next = isTruncated
    ? `<NextContinuationToken>${Buffer.from(page.at(-1) ?? '').toString('base64')}</NextContinuationToken>`
    : '';

  return (
    `<ListBucketResult><Name>${bucket}</Name><Prefix>${escapeXml(prefix)}</Prefix><KeyCount>${page.length}</KeyCount>` +
    `<MaxKeys>${size}</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
  );
}

export function etag(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

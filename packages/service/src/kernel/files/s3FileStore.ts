import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import { ServiceError, StartError } from '../../base/errors.ts';
import type { S3Config } from '../config/Config.ts';
import type { FileStore } from './FileStore.ts';

export interface S3FileStore extends FileStore {
  /** @throws StartError with the reason if the bucket cannot be used. */
  check(): Promise<void>;
}

/** Time limits in milliseconds for connecting, and for a silent connection. */
const connectionTimeout = 5_000;
const socketTimeout = 30_000;
/** Shorter for small files, with two attempts: a request waits for them while it holds a database connection. */
const smallSocketTimeout = 5_000;
const smallAttempts = 2;

/** Files in a bucket of an S3-compatible service. Failures, except missing files, are `service.files_unavailable`. */
export function s3FileStore(
  config: S3Config,
  times: { readonly smallSocketTimeout: number } = { smallSocketTimeout },
): S3FileStore {
  const { bucket, region, endpoint, prefix, accessKeyId, secretAccessKey, forcePathStyle } = config;
  const connect = (timeout: number, maxAttempts?: number) =>
    new S3Client({
      region,
      forcePathStyle,
      ...(endpoint !== undefined && { endpoint }),
      ...(accessKeyId !== undefined &&
        secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
      requestHandler: { connectionTimeout, socketTimeout: timeout },
      ...(maxAttempts !== undefined && { maxAttempts }),
      // Callers report failures; the library would print some to the console.
      logger: silent,
    });
  const client = connect(socketTimeout);
  // Many buckets refuse ACLs of single files; access is configured for the bucket.
  const diskOf = (by: S3Client) =>
    new Disk(new S3Driver({ client: by, bucket, visibility: 'private', supportsACL: false }));
  const disk = diskOf(client);
  const small = diskOf(connect(times.smallSocketTimeout, smallAttempts));
  const folder = prefix === '' ? '' : `${prefix}/`;
  const list = async (within: string, token?: string, most?: number) =>
    client.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: `${folder}${within}`,
        ContinuationToken: token,
        MaxKeys: most,
      }),
    );

  return {
    put: async (key, localPath) => {
      const { size } = await stat(localPath);
      await reach(() => disk.copyFromFs(localPath, folder + key, { contentLength: size }));
      await rm(localPath, { force: true });

      return size;
    },
    write: (key, bytes, contentType) => reach(() => small.put(folder + key, bytes, { contentType })),
    read: (key) => reachFile(async () => buffer(await small.getStream(folder + key))),
    open: (key) =>
      reachFile(async () => {
        const { contentLength } = await small.getMetaData(folder + key);
        const stream: Readable = await disk.getStream(folder + key);

        return { size: contentLength, stream };
      }),
    delete: (key) => reach(() => small.delete(folder + key)),
    exists: (key) => reach(() => small.exists(folder + key)),
    list: (within) =>
      reach(async () => {
        const keys: string[] = [];
        let token: string | undefined;
        do {
          const page = await list(`${within}/`, token);
          for (const { Key } of page.Contents ?? [])
            if (Key !== undefined) keys.push(Key.slice(folder.length));
          token = page.NextContinuationToken;
        } while (token !== undefined);

        return keys;
      }),
    check: async () => {
      try {
        await list('', undefined, 1);
      } catch (error) {
        throw bucketFault(error, config);
      }
    },
  };
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

async function reach<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const { name, message } = storageErrorOf(error);
    throw new ServiceError(
      'service.files_unavailable',
      'The file storage is unavailable. Try again in 5 seconds.',
      // The original error contains the signed request.
      { cause: new Error(`${name}: ${message}`) },
    );
  }
}

/** Null if the file does not exist. */
function reachFile<Value>(read: () => Promise<Value>): Promise<Value | null> {
  return reach(async () => {
    try {
      return await read();
    } catch (error) {
      if (['NoSuchKey', 'NotFound'].includes(storageErrorOf(error).name)) return null;
      throw error;
    }
  });
}

/** Why the bucket cannot be used, and the remedy; without credentials. */
export function bucketFault(error: unknown, config: S3Config): StartError {
  const { bucket, endpoint, region } = config;
  const { name, status } = storageErrorOf(error);
  const [what, remedy] = reason(name, status, config);

  return new StartError(
    `The bucket "${bucket}" at ${endpoint ?? `AWS (${region})`} cannot be used: ${what} (${name}). ${remedy}`,
    { cause: new Error(name) },
  );
}

function reason(
  name: string,
  status: number | undefined,
  { region, endpoint }: S3Config,
): readonly [what: string, remedy: string] {
  switch (name) {
    case 'NoSuchBucket':
      return ['it does not exist', 'Create it, or correct ROWHOUSE_S3_BUCKET.'];
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
      return [
        'the credentials are invalid',
        'Correct ROWHOUSE_S3_ACCESS_KEY_ID and ROWHOUSE_S3_SECRET_ACCESS_KEY.',
      ];
    case 'CredentialsProviderError':
      return [
        'there are no credentials',
        'Set ROWHOUSE_S3_ACCESS_KEY_ID and ROWHOUSE_S3_SECRET_ACCESS_KEY, or give this machine a role.',
      ];
    case 'RequestTimeTooSkewed':
      return ['the clock of this machine is wrong', 'Set it.'];
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
    case 'IllegalLocationConstraintException':
      return [`it is not in the region ${region}`, 'Correct ROWHOUSE_S3_REGION.'];
  }
  if (status === 403) {
    return [
      'the credentials do not permit it',
      'Permit s3:ListBucket on the bucket, and s3:GetObject, s3:PutObject and s3:DeleteObject on its files.',
    ];
  }
  if (status !== undefined)
    return [`it responded with status ${status}`, 'Check the storage, then start again.'];

  return endpoint === undefined
    ? ['it does not respond', 'Check the network connection and ROWHOUSE_S3_REGION.']
    : ['nothing responds at this address', 'Correct ROWHOUSE_S3_ENDPOINT, or start the storage.'];
}

/** An error of the storage or of the connection to it. */
export interface StorageError {
  /** `NoSuchBucket`, `AccessDenied`, `ECONNREFUSED`, … */
  readonly name: string;
  readonly message: string;
  /** Status of the HTTP response, if any. */
  readonly status: number | undefined;
}

/** The innermost error: the libraries wrap each other's. */
export function storageErrorOf(error: unknown): StorageError {
  let deepest = error;
  while (deepest instanceof Error && deepest.cause instanceof Error) deepest = deepest.cause;
  if (!(deepest instanceof Error)) return { name: 'Error', message: String(deepest), status: undefined };
  const { code, $metadata, errors } = deepest as Error & {
    code?: unknown;
    $metadata?: { httpStatusCode?: number };
    errors?: readonly Error[];
  };
  // After several connection attempts, the first error is representative.
  if (errors?.[0] !== undefined && deepest.message === '') return storageErrorOf(errors[0]);

  return {
    name: typeof code === 'string' ? code : deepest.name,
    message: deepest.message,
    status: $metadata?.httpStatusCode,
  };
}

import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import type { S3Config } from '../config/Config.ts';
import { ServiceError } from '../errors.ts';
import { bucketFault } from './bucketFault.ts';
import type { FileStore } from './FileStore.ts';
import { storageErrorOf } from './storageErrorOf.ts';

export interface S3FileStore extends FileStore {
  /** Throws a StartError that says what is wrong when the bucket cannot be used. */
  check(): Promise<void>;
}

/** Milliseconds in which a connection is there, and after which one that is silent is given up. */
const connectionTimeout = 5_000;
const socketTimeout = 30_000;
/** The same for what is small, tried twice: a request waits for it, and holds a connection to the database meanwhile. */
const smallSocketTimeout = 5_000;
const smallAttempts = 2;

/** Files in a bucket of an S3-compatible service. A failure other than a missing file is `service.files_unavailable`. */
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
      // Failures are told by the callers; the library would print some on the console.
      logger: silent,
    });
  const client = connect(socketTimeout);
  // Who may read is the bucket's affair: many refuse requests that say it for single files.
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
      // The error itself knows the request, and who signed it.
      { cause: new Error(`${name}: ${message}`) },
    );
  }
}

/** Null when there is no such file. */
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

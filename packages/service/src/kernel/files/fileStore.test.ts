import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { avatarFilesContract } from '@rowhouse/avatars/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startS3Server, type TestS3Server } from '../../testing/startS3Server.ts';
import type { S3Config } from '../config/Config.ts';
import type { FileStore } from './FileStore.ts';
import { openFileStore } from './openFileStore.ts';
import { s3FileStore } from './s3FileStore.ts';

let folder: string;
let s3: TestS3Server;
beforeAll(async () => {
  s3 = await startS3Server({ pageSize: 3 });
});
afterAll(() => s3?.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowhouse-files-'));
  return () => rm(folder, { recursive: true, force: true });
});

function s3Config(changes: Partial<S3Config> = {}): S3Config {
  const { bucket, region, endpoint, credentials } = s3;
  return {
    driver: 's3',
    bucket,
    region,
    endpoint,
    prefix: 'apps/rowhouse',
    forcePathStyle: true,
    ...credentials,
    ...changes,
  };
}

const open = (changes?: Partial<S3Config>) => openFileStore({ dataDir: folder, files: s3Config(changes) });

const kinds: Record<string, () => Promise<FileStore>> = {
  'the local folder': () => openFileStore({ dataDir: folder, files: { driver: 'local' } }),
  'a bucket': () => open({ prefix: `apps/${folder.split('-').at(-1)}` }),
};

describe.each(Object.entries(kinds))('A store in %s', (_name, openStore) => {
  let store: FileStore;
  beforeEach(async () => {
    store = await openStore();
  });
  it.each(avatarFilesContract(() => store))('$name', ({ run }) => run());

  /** A local file of varied bytes. */
  async function local(size: number): Promise<{ path: string; bytes: Buffer }> {
    const bytes = Buffer.from(Uint8Array.from({ length: size }, (_, n) => (n * 31 + (n >> 8)) % 251));
    const path = join(folder, 'source');
    await writeFile(path, bytes);
    return { path, bytes };
  }

  it.each([0, 1, 300_000])('moves a local file of %i bytes into the store', async (size) => {
    const { path, bytes } = await local(size);
    expect(await store.put('exports/1-1-a.xlsx', path)).toBe(size);
    await expect(stat(path)).rejects.toThrow('ENOENT');
    const stored = await store.open('exports/1-1-a.xlsx');
    expect(stored?.size).toBe(size);
    expect(stored && (await buffer(stored.stream)).equals(bytes)).toBe(true);
  });

  it('writes and reads a small file', async () => {
    const { bytes } = await local(70_000);
    await store.write('avatars/4/17-3f2a.webp', bytes, 'image/webp');
    expect((await store.read('avatars/4/17-3f2a.webp'))?.equals(bytes)).toBe(true);
    await store.write('avatars/empty.svg', Buffer.alloc(0), 'image/svg+xml');
    expect(await store.read('avatars/empty.svg')).toEqual(Buffer.alloc(0));
  });

  it('returns null for a missing file', async () => {
    expect(await store.read('avatars/none.webp')).toBeNull();
    expect(await store.open('avatars/none.webp')).toBeNull();
    expect(await store.exists('avatars/none.webp')).toBe(false);
    await store.delete('avatars/none.webp');
  });

  it('deletes a file', async () => {
    await store.write('avatars/1.webp', Buffer.from('one'), 'image/webp');
    expect(await store.exists('avatars/1.webp')).toBe(true);
    await store.delete('avatars/1.webp');
    expect(await store.exists('avatars/1.webp')).toBe(false);
    expect(await store.read('avatars/1.webp')).toBeNull();
  });

  it('lists the files of a folder over several pages, without those of a folder with a longer name', async () => {
    expect(await store.list('exports')).toEqual([]);
    const keys = Array.from({ length: 7 }, (_, n) => `exports/${n % 2}/${n}.csv`);
    for (const key of [...keys, 'exports-of-old/1.csv', 'avatars/1.webp']) {
      await store.write(key, Buffer.from(key), 'text/csv');
    }
    expect((await store.list('exports')).sort()).toEqual([...keys].sort());
  });

  it('keeps the local file if storing it failed', async () => {
    const { path, bytes } = await local(10);
    await expect(store.put('../../outside', path)).rejects.toThrow();
    expect(await readFile(path)).toEqual(bytes);
  });
});

describe('The local folder', () => {
  it("is accessible to the service's user only", async () => {
    const store = await openFileStore({ dataDir: folder, files: { driver: 'local' } });
    await store.write('avatars/1.webp', Buffer.from('one'), 'image/webp');
    expect((await stat(join(folder, 'files'))).mode & 0o777).toBe(0o700);
  });
});

describe('A bucket', () => {
  it('contains files under the prefix, with their media type; the data folder stays empty', async () => {
    const store = await open();
    await store.write('avatars/1.webp', Buffer.from('one'), 'image/webp');
    expect(s3.objects.get('apps/rowhouse/avatars/1.webp')).toEqual({
      bytes: Buffer.from('one'),
      mediaType: 'image/webp',
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('lists files with unusual names of other programs', async () => {
    const store = await open({ prefix: 'foreign' });
    (s3.objects as Map<string, object>).set('foreign/exports/ä & <ö>.csv', {
      bytes: Buffer.alloc(0),
      mediaType: undefined,
    });
    expect(await store.list('exports')).toEqual(['exports/ä & <ö>.csv']);
  });

  it('is retried after temporary failures', async () => {
    const store = await open();
    const before = s3.requests.length;
    s3.fail('unavailable', 1);
    await store.write('avatars/2.webp', Buffer.from('two'), 'image/webp');
    expect(s3.requests.slice(before)).toEqual([
      'PUT apps/rowhouse/avatars/2.webp',
      'PUT apps/rowhouse/avatars/2.webp',
    ]);
    expect((await store.read('avatars/2.webp'))?.toString()).toBe('two');
  });

  it('is reported without credentials while unavailable', async () => {
    const store = await open();
    const path = join(folder, 'source');
    await writeFile(path, 'text');
    s3.fail('unavailable');
    const results = await Promise.allSettled([
      store.write('a/1', Buffer.from('1'), 'text/plain'),
      store.read('a/1'),
      store.open('a/1'),
      store.put('a/1', path),
      store.list('a'),
      store.delete('a/1'),
    ]);
    for (const { reason } of results as PromiseRejectedResult[]) {
      expect(reason).toMatchObject({ code: 'service.files_unavailable', status: 503 });
      expect(inspect(reason, { depth: 9, showHidden: true })).not.toMatch(/AKIDTEST|of the tests/);
    }
    s3.fail('nothing');
    expect(await readFile(path, 'utf8')).toBe('text');
  });

  it.each<[string, Partial<S3Config>, RegExp]>([
    [
      'is not there',
      { bucket: 'another-one' },
      /^The bucket "another-one" at http:\S+ cannot be used: it does not exist \(NoSuchBucket\)\. Create it, or correct ROWHOUSE_S3_BUCKET\.$/,
    ],
    [
      'is signed for with a wrong secret',
      { secretAccessKey: 'a wrong one' },
      /\(SignatureDoesNotMatch\)\. Correct ROWHOUSE_S3_ACCESS_KEY_ID and ROWHOUSE_S3_SECRET_ACCESS_KEY\.$/,
    ],
    ['does not know the access key', { accessKeyId: 'AKIDOTHER' }, /are invalid \(InvalidAccessKeyId\)/],
    ['is in another region', { region: 'us-east-1' }, /not in the region us-east-1 .* ROWHOUSE_S3_REGION/],
    [
      'is at an address where nothing answers',
      { endpoint: 'http://127.0.0.1:9' },
      /at http:\/\/127\.0\.0\.1:9 cannot be used: nothing responds at this address \(ECONNREFUSED\)\. Correct ROWHOUSE_S3_ENDPOINT/,
    ],
  ])('ends the start with the remedy if it %s', async (_what, changes, message) => {
    const error = await open(changes).then(
      () => null,
      (thrown: Error) => thrown,
    );
    expect(error?.name).toBe('StartError');
    expect(error?.message).toMatch(message);
    expect(error?.message).not.toMatch(/of the tests|a wrong one|AKID/);
  });
});

it('refuses unsigned requests in the test storage', async () => {
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', '/a.txt'],
    ['GET', '/a.txt'],
    ['DELETE', '/a.txt'],
  ]) {
    const response = await fetch(`${s3.endpoint}/${s3.bucket}${path}`, {
      method,
      headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('<Code>AccessDenied</Code>');
  }
});

it('times out early for small files of a silent bucket', async () => {
  const s3 = await startS3Server();
  const { bucket, region, endpoint, credentials } = s3;
  const config = { driver: 's3', bucket, region, endpoint, prefix: '', forcePathStyle: true } as const;
  const files = s3FileStore({ ...config, ...credentials }, { smallSocketTimeout: 100 });
  try {
    await files.write('avatars/1.webp', Buffer.from('image'), 'image/webp');
    s3.fail('silent');
    const unavailable = { code: 'service.files_unavailable', status: 503 };
    await expect(files.write('avatars/2.webp', Buffer.from('image'), 'image/webp')).rejects.toMatchObject(
      unavailable,
    );
    await expect(files.read('avatars/1.webp')).rejects.toMatchObject(unavailable);
    await expect(files.open('avatars/1.webp')).rejects.toMatchObject(unavailable);
    await expect(files.delete('avatars/1.webp')).rejects.toMatchObject(unavailable);
  } finally {
    await s3.stop();
  }
}, 10_000);

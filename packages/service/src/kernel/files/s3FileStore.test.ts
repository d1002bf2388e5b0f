import { expect, it } from 'vitest';
import { startS3Server } from '../../testing/startS3Server.ts';
import { s3FileStore } from './s3FileStore.ts';

it('A bucket that is silent is given up for small files, instead of holding up whoever waits', async () => {
  const s3 = await startS3Server();
  const { bucket, region, endpoint, credentials } = s3;
  const config = { driver: 's3', bucket, region, endpoint, prefix: '', forcePathStyle: true } as const;
  const files = s3FileStore({ ...config, ...credentials }, { smallSocketTimeout: 100 });
  try {
    await files.write('avatars/1.webp', Buffer.from('image'), 'image/webp');
    s3.fail('silent');
    const away = { code: 'service.files_unavailable', status: 503 };
    await expect(files.write('avatars/2.webp', Buffer.from('image'), 'image/webp')).rejects.toMatchObject(
      away,
    );
    await expect(files.read('avatars/1.webp')).rejects.toMatchObject(away);
    await expect(files.open('avatars/1.webp')).rejects.toMatchObject(away);
    await expect(files.delete('avatars/1.webp')).rejects.toMatchObject(away);
  } finally {
    await s3.stop();
  }
}, 10_000);

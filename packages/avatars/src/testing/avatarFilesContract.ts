import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { AvatarFiles } from '../Avatars.ts';

/**
 * What every implementation of `AvatarFiles` has to do, one case for each rule, to run in any test framework:
 *
 *     it.each(avatarFilesContract(() => openMyStore()))('$name', ({ run }) => run());
 *
 * @param create opens the store; all cases may share one, since each uses keys of its own
 */
export function avatarFilesContract(
  create: () => AvatarFiles | Promise<AvatarFiles>,
): readonly { readonly name: string; run(): Promise<void> }[] {
  const bytes = Buffer.from([0, 255, 10, 13, 128, 65]);
  // Unique, since a key is never used twice.
  const run = randomUUID();
  const keyOf = (name: string) => `avatars/${run}-${name}/1-3f2a.webp`;

  return [
    {
      name: 'reads a file as it was written, byte by byte',
      async run() {
        const files = await create();
        await files.write(keyOf('bytes'), bytes, 'image/webp');
        deepEqual(await files.read(keyOf('bytes')), bytes);
      },
    },
    {
      name: 'reads null for a key that does not exist',
      async run() {
        equal(await (await create()).read(keyOf('missing')), null);
      },
    },
    {
      name: 'deletes a file, and only that one',
      async run() {
        const files = await create();
        await files.write(keyOf('deleted'), bytes, 'image/webp');
        await files.write(keyOf('kept'), bytes, 'image/webp');
        await files.delete(keyOf('deleted'));
        equal(await files.read(keyOf('deleted')), null);
        deepEqual(await files.read(keyOf('kept')), bytes);
      },
    },
    {
      name: 'ignores the deletion of a key that does not exist',
      async run() {
        await (await create()).delete(keyOf('never-written'));
      },
    },
    {
      name: 'stores a file independent of the buffer that it was given',
      async run() {
        const files = await create();
        const given = Buffer.from(bytes);
        await files.write(keyOf('copied'), given, 'image/webp');
        given.fill(1);
        deepEqual(await files.read(keyOf('copied')), bytes);
      },
    },
    {
      name: 'writes files at the same time without mixing them',
      async run() {
        const files = await create();
        const images = Array.from({ length: 20 }, (_, index) => Buffer.alloc(10_000, index));
        await Promise.all(
          images.map((image, index) => files.write(keyOf(`many-${index}`), image, 'image/webp')),
        );
        const read = await Promise.all(images.map((_, index) => files.read(keyOf(`many-${index}`))));
        // Not deepEqual: its message for large buffers would take gigabytes.
        deepEqual(
          images.map((image, index) => read[index]?.equals(image)),
          images.map(() => true),
        );
      },
    },
  ];
}

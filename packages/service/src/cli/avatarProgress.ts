import type { BackfillProgress } from '@rowhouse/avatars';
import { countProgress } from './countProgress.ts';

/** Shows how far it has come. */
export function avatarProgress(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
): (progress: BackfillProgress) => void {
  const show = countProgress(stream, 'avatars');

  return ({ total, generated, failed }) => show({ total, done: generated + failed, failed });
}

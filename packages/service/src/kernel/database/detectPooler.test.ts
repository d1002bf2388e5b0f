import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../../../test/databases.ts';
import { detectPooler } from './detectPooler.ts';

// Poolers themselves: pooler.slow.test.ts.
it('recognizes PostgreSQL without a pooler', async () => {
  const { url, destroy } = await createTestDatabase('postgres');
  try {
    expect(await detectPooler(url as string)).toBe('server');
  } finally {
    await destroy();
  }
});

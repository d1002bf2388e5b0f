import type { AvatarFiles } from '../Avatars.ts';

/** When a write fails: before anything is stored, after half of the file, or after all of it. */
export type WriteFault = 'before' | 'during' | 'after';

export interface MemoryFiles extends AvatarFiles {
  /** Stored files by key. */
  readonly stored: ReadonlyMap<string, { readonly bytes: Buffer; readonly mediaType: string }>;
  /** Operations that fail, until reset. */
  readonly faults: { write: WriteFault | null; read: boolean; delete: boolean };
}

const keys = /^avatars\/[\w-]+\/[\w.-]+\.(webp|svg)$/;

/**
 * Avatar files in memory, for tests. Throws on violations of the `AvatarFiles` contract, such as a reused key or an
 * empty file.
 */
export function memoryFiles(): MemoryFiles {
  const stored = new Map<string, { bytes: Buffer; mediaType: string }>();
  const used = new Set<string>();
  const faults: MemoryFiles['faults'] = { write: null, read: false, delete: false };

  return {
    stored,
    faults,
    write: async (key, bytes, mediaType) => {
      if (!keys.test(key)) throw new Error(`The key ${key} is not the key of an avatar's file.`);
      if (used.has(key)) throw new Error(`The key ${key} was used before.`);
      if (bytes.length === 0) throw new Error(`The file ${key} is empty.`);
      used.add(key);
      if (faults.write === 'before') throw broken('write', key);
      const isWhole = faults.write !== 'during';
      stored.set(key, {
        bytes: Buffer.from(isWhole ? bytes : bytes.subarray(0, bytes.length / 2)),
        mediaType,
      });
      if (faults.write !== null) throw broken('write', key);
    },
    read: async (key) => {
      if (faults.read) throw broken('read', key);

      return stored.get(key)?.bytes ?? null;
    },
    delete: async (key) => {
      if (faults.delete) throw broken('delete', key);
      stored.delete(key);
    },
  };
}

function broken(what: string, key: string): Error {
  return new Error(`Simulated failure: ${what} ${key}.`);
}

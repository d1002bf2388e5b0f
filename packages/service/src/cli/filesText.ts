import type { Config } from '../kernel/config/Config.ts';

/** Where the files are, for the operator. */
export function filesText({ dataDir, files }: Pick<Config, 'dataDir' | 'files'>): string {
  return files.driver === 'local' ? dataDir : `the bucket ${files.bucket}; local files in ${dataDir}`;
}

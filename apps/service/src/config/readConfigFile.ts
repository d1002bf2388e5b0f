import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { StartError } from '../StartError.ts';

export interface ConfigFile {
  /** For messages. */
  readonly path: string;
  readonly content: Record<string, unknown>;
}

const usualName = 'rowhouse.config.json';

/** Reads the file that ROWHOUSE_CONFIG names, or `rowhouse.config.json` when that is there; null without either. */
export function readConfigFile(environment: NodeJS.ProcessEnv, workingFolder: string): ConfigFile | null {
  const named = environment.ROWHOUSE_CONFIG;
  const path = resolve(workingFolder, named || usualName);
  const text = readText(path);
  if (text === null) {
    if (!named) return null;
    throw new StartError(
      `ROWHOUSE_CONFIG names ${path}, which cannot be read. Correct the path, or unset the variable.`,
    );
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new StartError(`${path} is not JSON: ${(error as Error).message}. Correct it there.`);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new StartError(`${path} must hold one JSON object, such as {"port": 3000}.`);
  }
  const { $schema: _, ...keys } = content as Record<string, unknown>;
  return { path, content: keys };
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

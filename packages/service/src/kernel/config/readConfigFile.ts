import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { StartError } from '../StartError.ts';

export interface ConfigFile {
  /** For messages. */
  readonly path: string;
  readonly content: object;
}

const usualName = 'rowhouse.config.json';

export const configFileVariable = 'ROWHOUSE_CONFIG';

/** Reads the file of that path, or the one that ROWHOUSE_CONFIG names, or `rowhouse.config.json`, which may be absent. */
export function readConfigFile(
  given: string | undefined,
  environment: NodeJS.ProcessEnv,
  workingFolder: string,
): ConfigFile | null {
  const named = given ?? environment[configFileVariable];
  const path = resolve(workingFolder, named || usualName);
  const text = readText(path);
  if (text === null) {
    if (!named) return null;
    throw new StartError(
      given === undefined
        ? `${configFileVariable} names ${path}, which cannot be read. Correct the path, or unset the variable.`
        : `The configuration file ${path} cannot be read. Correct the path.`,
      { status: 2 },
    );
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new StartError(`${path} is not valid JSON: ${(error as Error).message}. Correct it there.`, {
      status: 2,
    });
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new StartError(`${path} must contain one JSON object, such as {"port": 3000}.`, { status: 2 });
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

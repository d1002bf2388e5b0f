import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServiceDefinition } from '../createService.ts';
import { nameOf, readAddress } from '../databases/index.ts';
import { StartError } from '../kernel/errors.ts';

const names = ['rowhouse.config.ts', 'rowhouse.config.js', 'rowhouse.config.mjs'];

/** The address of a database that is served next to the service's own, as `--database` sets it. */
export const servedDatabaseVariable = 'ROWHOUSE_SERVED_DATABASE';

/** The definition of the application, and the database of `--database` (ROWHOUSE_SERVED_DATABASE). */
export async function loadDefinition(
  environment: NodeJS.ProcessEnv,
  workingFolder: string,
): Promise<ServiceDefinition> {
  const definition = await applicationOf(environment, workingFolder);
  const url = environment[servedDatabaseVariable];
  if (!url) return definition;
  const name = nameOf(readAddress(url, `--database (${servedDatabaseVariable})`, workingFolder));
  if (definition.databases?.[name] !== undefined) {
    throw new StartError(
      `--database (${servedDatabaseVariable}) names a database "${name}", and the configuration has another ` +
        'of that name. Leave one of them out.',
      { status: 2 },
    );
  }

  return { ...definition, databases: { ...definition.databases, [name]: { url, required: true } } };
}

/**
 * What the application of a folder adds to the service: the default export of its rowhouse.config.ts, or of the file that
 * `--config` or ROWHOUSE_APP names. Without one, the service has the built-in modules only.
 */
async function applicationOf(
  environment: NodeJS.ProcessEnv,
  workingFolder: string,
): Promise<ServiceDefinition> {
  const file = findFile(environment, workingFolder);
  if (file === undefined) return {};
  if (!existsSync(file)) {
    throw new StartError(
      `--config (ROWHOUSE_APP) names ${file}, which does not exist. Give the path of a rowhouse.config.ts.`,
      { status: 2 },
    );
  }
  const { default: definition } = (await load(file)) as { default?: unknown };
  if (typeof definition === 'object' && definition !== null) {
    const { tables, ...rest } = definition as ServiceDefinition;

    return { ...rest, ...(tables !== undefined && { tables: resolve(dirname(file), tables) }) };
  }
  throw new StartError(
    `${file} exports no service. Write "export default defineService({ modules: [] });".`,
    { status: 2 },
  );
}

/** The folder of the application: that of its rowhouse.config.ts, or the working folder without one. */
export function appFolderOf(environment: NodeJS.ProcessEnv, workingFolder: string): string {
  const file = findFile(environment, workingFolder);

  return file === undefined ? workingFolder : dirname(file);
}

function findFile(environment: NodeJS.ProcessEnv, workingFolder: string): string | undefined {
  const named = environment.ROWHOUSE_APP;

  return named
    ? resolve(workingFolder, named)
    : names.map((name) => resolve(workingFolder, name)).find((path) => existsSync(path));
}

async function load(file: string): Promise<object> {
  try {
    return await import(pathToFileURL(file).href);
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(`${file} could not be loaded: ${(cause as Error).stack ?? String(cause)}`, {
      cause,
      status: 2,
    });
  }
}

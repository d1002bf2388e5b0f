import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartError } from '../base/errors.ts';
import { createService } from '../definition/createService.ts';
import { configuredBy, type ServiceDefinition } from '../definition/ServiceDefinition.ts';
import type { Config } from '../kernel/config/Config.ts';
import { nameOf, readAddress } from '../tables/databases/index.ts';

interface Application {
  readonly definition: ServiceDefinition;
  readonly config: Config;
}

/**
 * Loads the application's definition and its configuration (variables, rowhouse.config.json, rowhouse.config.ts).
 *
 * @throws StartError with status 2 that lists the faults of both.
 */
export async function loadApplication(environment: NodeJS.ProcessEnv, folder: string): Promise<Application> {
  const definition = await loadDefinition(environment, folder);
  const faults: StartError[] = [];
  const attempt = <Result>(run: () => Result): Result | null => {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      faults.push(error);

      return null;
    }
  };
  // Without the sections of the application's modules if these have faults.
  const service = attempt(() => createService(definition)) ?? createService();
  const values = { values: configuredBy(definition), valuesName: 'rowhouse.config.ts' };
  const config = attempt(() => service.readConfig(environment, folder, values));
  if (config !== null && faults.length === 0) return { definition, config };
  throw new StartError(faults.map(({ message }) => message).join('\n\n'), { status: 2 });
}

const names = ['rowhouse.config.ts', 'rowhouse.config.js', 'rowhouse.config.mjs'];

/** URL of an additional database to serve, set by `--database`. */
export const additionalDatabaseVariable = 'ROWHOUSE_SERVED_DATABASE';

/** Whether its records may be written, set by `--write`. */
export const writtenDatabaseVariable = 'ROWHOUSE_SERVED_DATABASE_WRITE';

/** The application's definition, with the database of `--database` (ROWHOUSE_SERVED_DATABASE). */
export async function loadDefinition(
  environment: NodeJS.ProcessEnv,
  workingFolder: string,
): Promise<ServiceDefinition> {
  const definition = await applicationOf(environment, workingFolder);
  const url = environment[additionalDatabaseVariable];
  const writable = environment[writtenDatabaseVariable] === 'true';
  if (!url && writable) {
    throw new StartError(
      '--write needs --database. Name the database whose records may be written, or set `writable` of a database in the ' +
        'configuration.',
      { status: 2 },
    );
  }
  if (!url) return definition;
  const name = nameOf(readAddress(url, `--database (${additionalDatabaseVariable})`, workingFolder));
  if (definition.databases?.[name] !== undefined) {
    throw new StartError(
      `--database (${additionalDatabaseVariable}) names a database "${name}", and the configuration also has one ` +
        'of that name. Remove one of them.',
      { status: 2 },
    );
  }

  return {
    ...definition,
    databases: { ...definition.databases, [name]: { url, required: true, ...(writable && { writable }) } },
  };
}

/**
 * The default export of rowhouse.config.ts, or of the file that `--config` or ROWHOUSE_APP names. Empty without a file: the
 * service then has the built-in modules only.
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

/** The folder of rowhouse.config.ts; the working directory without one. */
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

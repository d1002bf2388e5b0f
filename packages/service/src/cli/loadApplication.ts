import { configuredBy, createService, type ServiceDefinition } from '../createService.ts';
import type { Config } from '../kernel/config/Config.ts';
import { loadConfig } from '../kernel/config/loadConfig.ts';
import { StartError } from '../kernel/errors.ts';
import { loadDefinition } from './loadDefinition.ts';

interface Application {
  readonly definition: ServiceDefinition;
  readonly config: Config;
}

/**
 * The modules of a folder and the configuration: variables, rowhouse.config.json and the values of rowhouse.config.ts.
 *
 * @throws StartError with status 2 that has the faults of both.
 */
export async function loadApplication(environment: NodeJS.ProcessEnv, folder: string): Promise<Application> {
  const definition = await loadDefinition(environment, folder);
  const faults: StartError[] = [];
  const kept = <Result>(run: () => Result): Result | null => {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      faults.push(error);

      return null;
    }
  };
  const service = kept(() => createService(definition));
  // Modules with faults may not have their sections.
  const sections = service?.sections;
  const values = { values: configuredBy(definition), valuesName: 'rowhouse.config.ts' };
  const config = kept(() => loadConfig(environment, folder, sections, values) as Config);
  if (config !== null && faults.length === 0) return { definition, config };
  throw new StartError(faults.map(({ message }) => message).join('\n\n'), { status: 2 });
}

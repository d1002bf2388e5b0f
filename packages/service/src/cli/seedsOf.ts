import type { ServiceDefinition } from '../createService.ts';
import { StartError } from '../kernel/errors.ts';
import type { Seed } from '../kernel/Module.ts';

/** Ids of rows that people add begin after these. */
export const mostRows = 1_000_000_000;

/** Throws a StartError when no module of the application has example data. */
export function seedsOf({ modules = [] }: ServiceDefinition): readonly Seed[] {
  const seeds = modules.flatMap(({ seed }) => seed ?? []);
  if (seeds.length > 0) return seeds;
  throw new StartError(
    'No module has example data, which --demo and demo:seed would fill in. Run the command in the folder of a ' +
      'rowhouse.config.ts whose modules have a seed, or name that file with --config.',
  );
}

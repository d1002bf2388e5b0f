import { builtInSections } from '../../packages/service/src/kernel/config/Config.ts';
import { configurationTable } from '../../packages/service/src/kernel/config/configKeys.ts';
import { replaceSections } from './markdown.ts';

/** docs/reference/configuration.md, with every key of the service. */
export function configurationReference(current: string): string {
  return replaceSections(
    current,
    { keys: configurationTable(builtInSections) },
    'docs/reference/configuration.md',
  );
}

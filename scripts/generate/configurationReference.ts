import { createService } from '../../packages/service/src/definition/createService.ts';
import { configurationTable } from '../../packages/service/src/kernel/config/configKeys.ts';
import { replaceSections } from './markdown.ts';

/** docs/reference/configuration.md, with every key of the service. */
export function configurationReference(current: string): string {
  return replaceSections(
    current,
    { keys: configurationTable(createService().sections) },
    'docs/reference/configuration.md',
  );
}

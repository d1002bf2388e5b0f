import { defineSection, type SectionValue } from '../../kernel/config/defineSection.ts';
import { whole } from '../../kernel/config/keys.ts';

declare module '../../kernel/config/Config.ts' {
  interface ModuleConfig {
    readonly exports: SectionValue<typeof exportsConfig>;
  }
}

export const exportsConfig = defineSection('exports', {
  keepHours: whole('Hours for which the file of an export can be downloaded.', {
    range: [1, 8760, 'hours'],
    default: 24,
  }),
  openPerUser: whole(
    'Limit of exports and background actions that a user has waiting or running. More are refused with status 429.',
    { range: [1, 10_000], default: 20 },
  ),
});

import { defineSection, type SectionValue } from '../../kernel/config/defineSection.ts';
import { whole } from '../../kernel/config/keys.ts';

declare module '../../kernel/config/Config.ts' {
  interface ModuleConfig {
    readonly notifications: SectionValue<typeof notificationsConfig>;
  }
}

export const notificationsConfig = defineSection('notifications', {
  keepReadDays: whole('Days after which notifications that were read are deleted.', {
    range: [1, 3650, 'days'],
    default: 90,
  }),
});

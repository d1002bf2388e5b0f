import { Type } from 'typebox';
import { defineSection, type SectionValue } from '../../kernel/config/defineSection.ts';
import { boolean, list, whole } from '../../kernel/config/keys.ts';

declare module '../../kernel/config/Config.ts' {
  interface ModuleConfig {
    readonly apiCalls: SectionValue<typeof apiCallsConfig>;
  }
}

export const apiCallsConfig = defineSection('apiCalls', {
  keepDays: whole(
    'Days after which logged API calls are deleted. A log by month is deleted by the month, when all of its calls are older.',
    { range: [1, 3650, 'days'], default: 30 },
  ),
  keepBodyDays: whole('Days after which headers and bodies of logged API calls are removed.', {
    range: [1, 3650, 'days'],
    defaultText: 'as long as the calls',
  }),
  secretNames: list(
    'Additional names of values that are masked in logged calls; case-insensitive.',
    Type.String({ minLength: 1, maxLength: 100 }),
    { maxItems: 200, expected: 'a list of names such as iban, x-shop-signature', default: [] },
  ),
  successStatuses: list(
    'Statuses of calls to this service that administrators are not notified of.',
    Type.Integer({ minimum: 100, maximum: 599 }),
    { minItems: 1, maxItems: 50, expected: 'a list of statuses such as 200, 201', default: [200] },
  ),
  failureWindow: whole('Seconds in which equal failed calls are counted and reported in one notification.', {
    range: [1, 3600, 'seconds'],
    default: 60,
  }),
  debug: boolean('Print API calls as they are logged, with secrets masked.', {
    env: 'API_DEBUG',
    default: false,
  }),
});

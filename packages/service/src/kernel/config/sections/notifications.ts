import { defineSection } from '../defineSection.ts';
import { whole } from '../keys.ts';

export const notifications = defineSection('notifications', {
  keepReadDays: whole('Days after which notifications that were read are deleted.', {
    range: [1, 3650, 'days'],
    default: 90,
  }),
});

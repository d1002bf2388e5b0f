import { defineSection } from '../defineSection.ts';
import { whole } from '../keys.ts';

export const exports = defineSection('exports', {
  keepHours: whole('Hours for which the file of an export can be downloaded.', {
    range: [1, 8760, 'hours'],
    default: 24,
  }),
  openPerUser: whole(
    'Exports and background actions that a user may have waiting or running. More are refused with status 429.',
    { range: [1, 10_000], default: 20 },
  ),
});

import { notifications } from './de/notifications.ts';
import { tableJobs } from './de/tableJobs.ts';
import { templates } from './de/templates.ts';

/** German. */
export const dictionary = { ...templates, ...tableJobs, ...notifications };

import type { Migration } from 'kysely/migration';
import { demoMigration } from '../../demo/demoMigration.ts';
import * as usersAndAccess from './0001_users_and_access.ts';
import * as rowCounts from './0003_row_counts.ts';
import * as tableJobs from './0004_table_jobs.ts';
import * as notifications from './0005_notifications.ts';
import * as avatars from './0006_avatars.ts';
import * as apiCalls from './0007_api_calls.ts';
import * as signInAttempts from './0008_sign_in_attempts.ts';
import * as accessChanges from './0009_access_changes.ts';
import * as timeZones from './0010_time_zones.ts';

/** Every change of the tables, in order. A migration that has been released is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_users_and_access': usersAndAccess,
  '0002_demo': demoMigration,
  '0003_row_counts': rowCounts,
  '0004_table_jobs': tableJobs,
  '0005_notifications': notifications,
  '0006_avatars': avatars,
  '0007_api_calls': apiCalls,
  '0008_sign_in_attempts': signInAttempts,
  '0009_access_changes': accessChanges,
  '0010_time_zones': timeZones,
};

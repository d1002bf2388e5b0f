import type { EnglishText, Text } from '@rowhouse/problems';
import { cleanParameters, storedText, type TextParameters } from '../../kernel/language/translate.ts';

/** The messages for the owner of a job, by code: English sentences, with `{name}` for parameters. */
export const jobTexts = {
  // The application's own sentence, which is translated if it has a translation.
  own: '{message}',
  cancelled: 'It was cancelled.',
  'export.ready': '{file} has {rows} {rows|row|rows}, and can be downloaded until {until}.',
  'export.time_limit':
    'The export exceeded the time limit of {seconds} seconds. Select fewer rows, or ask the operator to raise tables.export.timeout.',
  'action.applied': 'It was applied to {processed} {processed|row|rows}.',
  'action.applied_in_part':
    'It was applied to {processed} {processed|row|rows} and failed for {failed}. First failure: {first}',
  'action.stopped': 'It was applied to {processed} of {total} {total|row|rows}, then stopped: {first}',
  'action.undone': 'The change of {processed} {processed|row|rows} was undone.',
  'action.undone_in_part':
    'The change of {processed} {processed|row|rows} was undone. Changed since, and left as they are: {failed}. First: {first}',
  'action.restored': 'Restored: {processed} {processed|row|rows}.',
  'action.restored_in_part':
    'Restored: {processed} {processed|row|rows}. Not restored: {failed}. First: {first}',
  'action.unavailable':
    'The action cannot be run or continued. Start it again. If the problem persists, contact the operator.',
  'import.done': 'Created: {created}. Changed: {updated}.',
  'import.done_in_part':
    'Created: {created}. Changed: {updated}. Refused: {failed}. The refused rows can be downloaded until {until}.',
  'import.refused': 'Nothing was imported: {fault}',
  'import.file_missing': 'The file is no longer stored. Send it again.',
  'import.unavailable':
    'The import cannot be run or continued. Start it again. If the problem persists, contact the operator.',
  'request.unreadable': 'The stored request cannot be read.',
  'request.outdated': 'The table has changed and no longer matches the request: {fault} Reload the page.',
  'table.missing': 'The table or its action no longer exists. Contact the operator.',
  'table.unreadable': 'The table cannot be read now. Contact the operator.',
  'query.timeout':
    'The query took too long. Narrow the search or the filters and try again. If the problem persists, contact the operator.',
  'database.busy': 'The database was busy. Try again later.',
  'database.unavailable': 'The database was unavailable. Try again later.',
  'files.unavailable': 'The file storage was unavailable. Try again later.',
  'disk.full': 'The disk of the service is full. Contact the operator.',
  'service.failed': 'The service failed. Try again. If the problem persists, contact the operator.',
  'worker.stopped':
    'The worker process stopped repeatedly. Try again. If the problem persists, contact the operator.',
  'queue.lost':
    'The job was removed from its queue. Start it again. If the problem persists, contact the operator.',
  'queue.unknown': 'This release no longer includes the requested job. Contact the operator.',
  'user.inactive': 'Your account is not active. Ask an administrator to activate it.',
  'user.no_permission': 'You no longer have the permission {permission}. Ask an administrator for it.',
  'api_key.no_permission': 'The API key no longer has the permission {permission}. Use another key.',
  'api_key.invalid':
    'The API key that started it was deleted, disabled or has expired. Start it again with a valid key.',
  'impersonation.ended':
    'The administrator who started it may no longer impersonate you. Start it again yourself.',
} as const satisfies Readonly<Record<string, EnglishText>>;

export type JobCode = keyof typeof jobTexts;

/** The end of a job, or the failure of its last attempt, as it is stored. Its sentence is made where it is shown. */
export interface JobOutcome {
  readonly code: JobCode;
  readonly parameters?: TextParameters;
}

/** A message of the application or of a table instead of one of the service. */
export function ownOutcome(message: EnglishText | Text): JobOutcome {
  return { code: 'own', parameters: { message: storedText(message) } };
}

/** An outcome as JSON that the database takes; `name` is the job's, which its texts may contain. */
export function storedOutcome(name: string, { code, parameters }: JobOutcome): string {
  return JSON.stringify({ code, parameters: cleanParameters({ name, ...parameters }) } satisfies JobOutcome);
}

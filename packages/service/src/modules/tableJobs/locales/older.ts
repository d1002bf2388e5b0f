/** Texts of notifications that earlier releases have stored → the present texts of the same meaning. */
export const olderTexts: Readonly<Record<string, string>> = {
  '{file} has {rows} rows, and can be downloaded until {until}.':
    '{file} has {rows} {rows|row|rows}, and can be downloaded until {until}.',
  'It was done for {processed} rows.': 'It was applied to {processed} {processed|row|rows}.',
  'It was done for {processed} rows, and failed for {failed}. The first failure: {first}':
    'It was applied to {processed} {processed|row|rows} and failed for {failed}. First failure: {first}',
  'It was done for {processed} of {total} rows, and ended there: {first}':
    'It was applied to {processed} of {total} {total|row|rows}, then stopped: {first}',
  'It took longer than the {seconds} seconds that an export may take. Ask for fewer rows, or ask the operator to raise tables.export.timeout.':
    'The export exceeded the time limit of {seconds} seconds. Select fewer rows, or ask the operator to raise tables.export.timeout.',
  'The action {name} was stopped by a failure': 'The action {name} was stopped by an error',
  'It was done for {processed} {processed|row|rows}.': 'It was applied to {processed} {processed|row|rows}.',
  'It was done for {processed} {processed|row|rows}, and failed for {failed}. The first failure: {first}':
    'It was applied to {processed} {processed|row|rows} and failed for {failed}. First failure: {first}',
  'It was done for {processed} of {total} {total|row|rows}, and ended there: {first}':
    'It was applied to {processed} of {total} {total|row|rows}, then stopped: {first}',
  'It was removed from its queue. Start it again, and if it is removed again, ask the operator.':
    'The job was removed from its queue. Start it again. If the problem persists, contact the operator.',
  'There is no room left on the disk of the service. Tell the operator.':
    'The disk of the service is full. Contact the operator.',
  'Something went wrong here. Try again, and if it stays, tell the operator.':
    'The service failed. Try again. If the problem persists, contact the operator.',
  'The process that worked on it was ended again and again. Try again, and if it stays, tell the operator.':
    'The worker process stopped repeatedly. Try again. If the problem persists, contact the operator.',
  'The database did not answer. Try again later.': 'The database was unavailable. Try again later.',
  'The storage of files did not answer. Try again later.':
    'The file storage was unavailable. Try again later.',
  'The table, or what was to be done with it, is not there any more. Ask the operator what has become of it.':
    'The table or its action no longer exists. Contact the operator.',
  'The table cannot be read at present. Tell the operator.':
    'The table cannot be read now. Contact the operator.',
  'The table has changed since, and does not have what was asked for: {fault} Load the page anew.':
    'The table has changed and no longer matches the request: {fault} Reload the page.',
  'You do not have the permission {permission} any more. Ask an administrator for it.':
    'You no longer have the permission {permission}. Ask an administrator for it.',
  'It is not known what was to be done.': 'The stored request cannot be read.',
  'What was to be done is not part of this release any more. Ask the operator.':
    'This release no longer includes the requested job. Contact the operator.',
};

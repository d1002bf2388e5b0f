import type { ProblemKind } from '../../http/TableProblem.ts';

/** What happened, in a few words, to be translated. The problem's own message follows it. */
export const problemTitles: Readonly<Record<ProblemKind, string>> = {
  offline: 'No connection',
  'signed-out': 'You are signed out',
  forbidden: 'You may not see this',
  missing: 'This table is not here',
  refused: 'The server could not use this request',
  busy: 'Too many requests',
  unavailable: 'The server is busy',
  failed: 'Something went wrong on the server',
  malformed: 'The answer is not a table',
};

export const problemIcons: Readonly<Record<ProblemKind, string>> = {
  offline: 'plug-circle-xmark',
  'signed-out': 'right-to-bracket',
  forbidden: 'lock',
  missing: 'circle-question',
  refused: 'circle-exclamation',
  busy: 'hourglass-half',
  unavailable: 'hourglass-half',
  failed: 'triangle-exclamation',
  malformed: 'triangle-exclamation',
};

/** Problems that pass by themselves are a warning; the others do not. */
export const passingProblems: ReadonlySet<ProblemKind> = new Set(['offline', 'busy', 'unavailable']);

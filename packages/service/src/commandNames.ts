/** What `rowhouse` itself can be asked; modules may not take these names for theirs. */
export const commandNames: readonly string[] = [
  'serve',
  'work',
  'build',
  'migrate',
  'app:upgrade',
  'user:create',
  'user:password',
  'api-key:create',
  'demo:seed',
  'app:avatars:generate',
  'app:logs:prune',
  'tables:check',
  'tables:advise',
  'tables:make',
  'eject',
];

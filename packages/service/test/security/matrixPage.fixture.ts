import type { RouteRule } from '../../src/kernel/access/accessRules.ts';

/** Relative to the root of the repository. */
export const matrixPath = 'packages/service/test/security/authorisation-matrix.md';

/** The start of the row of a route: its declaration, without the results. */
export function rowStart({ method, path, name, access, permission }: RouteRule): string {
  const needs = access === 'permission' ? (permission === name ? 'its name' : `\`${permission}\``) : access;

  return `| ${[method, `\`${path}\``, name === null ? '' : `\`${name}\``, needs].join(' | ')} |`;
}

export function matrixPage(callers: readonly string[], rows: readonly string[]): string {
  const titles = ['Method', 'Path', 'Name', 'Needs', ...callers];

  return `# Who may call what

Every route of the running service, requested by each kind of caller over HTTP: \`401\` and \`403\` if the caller is refused,
✓ if the caller is accepted (whether the request itself is valid or not). Written by
[a test](authorisationMatrix.slow.test.ts), which also compares each response with the rule;
a new, removed or changed route fails it until this page is written again.

- **Needs**: \`public\` for everybody; \`signed-in\` for every active user; \`its name\` for those whose role has the permission
  of the route's name; otherwise the permission that it shares.
- **with it**: a user whose role has exactly that one permission. **superior**: may manage data of other users, and has
  no permission. **administrator as user**: impersonates a user without permissions, and has no more permissions than that user;
  **as one with it**: a user who has the permission. Accounts, roles, passwords, sessions, API keys and notifications cannot
  be changed so. **right withdrawn**, **upwards**: sessions whose impersonator has lost the permission, or whose user has
  got more permissions; they are not accepted.
- The routes themselves decide about single records: exports, actions, notifications, avatars, views, sessions and API keys belong
  to their owner ([a test](ownRecords.test.ts)).
- \`GET /*\` are the pages of the back office: only the program, which calls the other routes.

| ${titles.join(' | ')} |
|${titles.map(() => '---').join('|')}|
${rows.join('\n')}
`;
}

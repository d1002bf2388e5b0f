import type { RouteRule } from '../../src/kernel/access/accessRules.ts';

/** From the root of the repository. */
export const matrixPath = 'docs/reference/authorisation-matrix.md';

/** How the row of a route begins: what was declared, without who was let in. */
export function rowStart({ method, path, name, access, permission }: RouteRule): string {
  const needs = access === 'permission' ? (permission === name ? 'its name' : `\`${permission}\``) : access;

  return `| ${[method, `\`${path}\``, name === null ? '' : `\`${name}\``, needs].join(' | ')} |`;
}

/** Columns are kinds of callers. */
export function matrixPage(callers: readonly string[], rows: readonly string[]): string {
  const titles = ['Method', 'Path', 'Name', 'Needs', ...callers];

  return `# Who may call what

Every route of the running service, asked by each kind of caller over HTTP: \`401\` and \`403\` where the caller is refused,
✓ where the caller is let in (and the request is answered, or refused for what it asks). Written by
[a test](../../packages/service/test/security/authorisationMatrix.slow.test.ts), which also holds each response against the rule;
a route that is new, gone or changed fails it until this page is written anew.

- **Needs**: \`public\` for everybody; \`signed-in\` for every active user; \`its name\` for those whose role has the permission
  of the route's name; otherwise the permission that it shares.
- **with it**: a user whose role has exactly that one permission. **superior**: may manage what belongs to others, and has
  no permission. **administrator as user**: impersonates a user without permissions, and has no more rights than that one;
  **as one with it**: a user who has the permission. Accounts, roles, passwords, sessions, API keys and notifications cannot
  be changed so. **right withdrawn**, **upwards**: sessions whose impersonator has lost the permission, or whose user may do
  more by now; nobody is signed in with them.
- Which records somebody sees and changes is decided behind this: exports, actions, notifications, avatars, sessions and API
  keys are their owner's ([a test](../../packages/service/test/security/ownRecords.test.ts)).
- \`GET /*\` are the pages of the back office: nothing but the program, which asks the other routes.

| ${titles.join(' | ')} |
|${titles.map(() => '---').join('|')}|
${rows.join('\n')}
`;
}

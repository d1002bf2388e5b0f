import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RouteRule } from '../../src/kernel/access/accessRules.ts';
import { startTestService, type TestService } from '../../src/testing/startTestService.ts';
import { type Caller, type Callers, createCallers } from './callers.fixture.ts';
import { matrixPage, matrixPath, rowStart } from './matrixPage.fixture.ts';
import { temporaryPages } from './temporaryPages.fixture.ts';

/** Refused though the rule would let them pass: changes of accounts, rights and what is personal, in another user's name. */
const closedWhileImpersonating = [
  /^\w+ \/api\/auth\//,
  /^(?!GET|HEAD)\w+ \/api\/(core\/notifications\/|core\/me$|users$|users\/:user(\/invitation)?$|roles(\/|$))/,
  // Not even to look at: by what the other reaches an account.
  /^\w+ \/api\/(core\/api-keys|users\/:user\/(access|sessions|api-keys))(\/|$)/,
];
/** An API key can make no other key, change no password and end no session. */
const closedToKeys = /^\w+ \/api\/(auth\/|(core\/api-keys|users\/:user\/(access|sessions|api-keys))(\/|$))/;

const endsSessions = /^POST \/api\/auth\/(sign-out|revoke-)|^DELETE \/api\/core\/impersonation$/;

let service: TestService;
let callers: Callers;
let pages: Awaited<ReturnType<typeof temporaryPages>>;
beforeAll(async () => {
  pages = await temporaryPages();
  service = await startTestService({ ROWHOUSE_WORKERS: 'false' }, { pagesFolder: pages.folder });
  callers = await createCallers(service);
});
afterAll(async () => {
  await service?.destroy();
  await pages?.remove();
});

/** What the rule of a route says about a caller: the status of the refusal, or null. */
function expected({ access, method, path }: RouteRule, caller: Caller): 401 | 403 | null {
  const route = `${method} ${path}`;
  if (access === 'public') return null;
  if (!caller.isKnown) return 401;
  if (!caller.isActive) return 403;
  if (caller.isImpersonating && closedWhileImpersonating.some((closed) => closed.test(route))) return 403;
  if (!caller.hasSession && closedToKeys.test(route)) return 403;

  return access === 'permission' && !caller.isPermitted ? 403 : null;
}

/** Records that are not there, and a body that no route takes: what was let in is refused for other reasons then. */
async function ask({ method, path }: RouteRule, caller: Caller): Promise<401 | 403 | null> {
  const url = path.replace('*', 'nothing.js').replaceAll(/:\w+/g, '999999999');
  const hasBody = !['GET', 'HEAD', 'DELETE'].includes(method);
  const response = await fetch(`${service.address}${url}`, {
    method,
    headers: { ...(await caller.headers()), ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body: '{"nonsense":{"of":["a","test"]}}' }),
  });
  // Streams would not end by themselves.
  await response.body?.cancel();
  if (response.status >= 500) throw new Error(`${method} ${url}: ${response.status} for ${caller.title}`);

  return response.status === 401 || response.status === 403 ? response.status : null;
}

it('Every route lets in whom its rule says, and nobody else', { timeout: 1_200_000 }, async () => {
  const rows: string[] = [];
  const wrong: string[] = [];
  for (const rule of service.app.routeRules()) {
    await callers.permit(rule.permission);
    const cells = await Promise.all(callers.all.map((caller) => ask(rule, caller)));
    if (endsSessions.test(`${rule.method} ${rule.path}`)) callers.renew();
    rows.push(`${rowStart(rule)} ${cells.map((cell) => cell ?? '✓').join(' | ')} |`);
    for (const [index, caller] of callers.all.entries()) {
      const wanted = expected(rule, caller);
      const found = cells[index] ?? null;
      if (found !== wanted) {
        wrong.push(`${rule.method} ${rule.path}, ${caller.title}: ${found ?? '✓'}, not ${wanted ?? '✓'}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  // Held as it is: a route that is added, removed or opened changes a page that somebody reads.
  const titles = callers.all.map(({ title }) => title);
  await expect(matrixPage(titles, rows)).toMatchFileSnapshot(`../../../../${matrixPath}`);
});

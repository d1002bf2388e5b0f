import { afterAll, beforeAll, expect, it } from 'vitest';
import { minutes } from '../../../../test/patience.ts';
import type { RouteRule } from '../../src/kernel/access/accessRules.ts';
import { startTestService, type TestService } from '../../src/testing/startTestService.ts';
import { type Caller, type Callers, createCallers } from './callers.fixture.ts';
import { matrixPage, matrixPath, rowStart } from './matrixPage.fixture.ts';
import { temporaryPages } from './temporaryPages.fixture.ts';

/** Refused while impersonating, although the rule permits them: changes of accounts, permissions and personal data. */
const closedWhileImpersonating = [
  /^\w+ \/api\/auth\//,
  /^(?!GET|HEAD)\w+ \/api\/(core\/notifications\/|core\/me$|users$|users\/:user(\/invitation)?$|roles(\/|$))/,
  // Also for reading: sessions and API keys.
  /^\w+ \/api\/(core\/api-keys|users\/:user\/(access|sessions|api-keys))(\/|$)/,
];
/** An API key can neither create keys, change passwords nor end sessions. */
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

/** The status with which the rule of a route refuses a caller, or null. */
function expected({ access, method, path }: RouteRule, caller: Caller): 401 | 403 | null {
  const route = `${method} ${path}`;
  if (access === 'public') return null;
  if (!caller.isKnown) return 401;
  if (!caller.isActive) return 403;
  if (caller.isImpersonating && closedWhileImpersonating.some((closed) => closed.test(route))) return 403;
  if (!caller.hasSession && closedToKeys.test(route)) return 403;

  return access === 'permission' && !caller.isPermitted ? 403 : null;
}

/** Unknown ids and an invalid body, so that permitted requests are refused for other reasons. */
async function ask({ method, path }: RouteRule, caller: Caller): Promise<401 | 403 | null> {
  const url = path.replace('*', 'nothing.js').replaceAll(/:\w+/g, '999999999');
  const hasBody = !['GET', 'HEAD', 'DELETE'].includes(method);
  const response = await fetch(`${service.address}${url}`, {
    method,
    headers: { ...(await caller.headers()), ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body: '{"nonsense":{"of":["a","test"]}}' }),
  });
  // Streams do not end by themselves.
  await response.body?.cancel();
  if (response.status >= 500) throw new Error(`${method} ${url}: ${response.status} for ${caller.title}`);

  return response.status === 401 || response.status === 403 ? response.status : null;
}

it('accepts exactly the callers of its rule in every route', { timeout: minutes(3) }, async () => {
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
  // A snapshot: an added, removed or opened route changes the page.
  const titles = callers.all.map(({ title }) => title);
  await expect(matrixPage(titles, rows)).toMatchFileSnapshot(`../../../../${matrixPath}`);
});

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../src/testing/startTestService.ts';
import { matrixPath, rowStart } from './matrixPage.fixture.ts';
import { temporaryPages } from './temporaryPages.fixture.ts';

let service: TestService;
let pages: Awaited<ReturnType<typeof temporaryPages>>;
beforeAll(async () => {
  pages = await temporaryPages();
  service = await startTestService({ ROWHOUSE_WORKERS: 'false' }, { pagesFolder: pages.folder });
});
afterAll(async () => {
  await service?.destroy();
  await pages?.remove();
});

describe('Every route', () => {
  it(`is in ${matrixPath} with its rule, and no other is: npm run test:slow -- authorisationMatrix --update writes it`, async () => {
    const page = await readFile(new URL(`../../../../${matrixPath}`, import.meta.url), 'utf8');
    const listed = [...page.matchAll(/^\| [A-Z]+ \|(?: [^|]*\|){3}/gm)].map(([start]) => start);
    expect(listed).toEqual(service.app.routeRules().map(rowStart));
  });

  it('has a rule', () => {
    const listed = new Set(service.app.routeRules().map(({ method, path }) => `${method} ${path}`));
    const served = servedRoutes(service.app.printRoutes({ commonPrefix: false }));
    expect(served.length).toBeGreaterThan(80);
    // The tree omits the prefix of a wildcard.
    const unlisted = served.filter((route) => !listed.has(route.replace('/docs*', '/docs/static/*')));
    expect(unlisted).toEqual([]);
  });

  it('declares its callers: these are the few without a permission', () => {
    const open = service.app
      .routeRules()
      .filter(({ access, method }) => access === 'public' && method !== 'HEAD')
      .map(({ method, path }) => `${method} ${path}`);
    // Of the sign-in library: routes that create a session, or check the session themselves.
    const signIn = ['GET get-session', 'POST sign-in/email', 'POST sign-out', 'POST sign-up/email'];
    expect(open.filter((route) => !route.includes(' /docs'))).toEqual(
      expect.arrayContaining(signIn.map((route) => route.replace(' ', ' /api/auth/'))),
    );
    expect(open.filter((route) => !/ \/(docs|api\/auth)/.test(route))).toEqual([
      'GET /',
      'GET /*',
      'GET /health',
      'GET /metrics',
      'GET /ready',
    ]);
  });
});

/** `GET /path` for each line of Fastify's tree of routes. */
function servedRoutes(tree: string): string[] {
  const path: string[] = [];

  return tree.split('\n').flatMap((line) => {
    const found = /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line);
    if (found === null) return [];
    const [, indent = '', segment = '', methods] = found;
    path.splice(indent.length / 4, path.length, segment);
    const whole = path
      .join('')
      .replace(/^\/(?=.)/, '/')
      .replaceAll('//', '/');

    return methods?.split(', ').map((method) => `${method} ${whole}`) ?? [];
  });
}

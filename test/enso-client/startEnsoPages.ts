import { extname, join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { build } from 'vite';
import { seedDemo } from '../../apps/demo/src/data/seedDemo.ts';
import { startTestService, type TestService } from '../../packages/service/src/testing/startTestService.ts';
import { openBrowser } from '../browser.ts';
import { builtOnce } from '../builtOnce.ts';
import { EnsoTable } from './EnsoTable.ts';
import { installClient } from './installClient.ts';

/** A service with demo data, and a browser for pages of @enso-ui/tables on its address. */
export interface EnsoPages {
  readonly service: TestService;
  /** The table of that name, drawn, in a browser of its own where an administrator is signed in. */
  open(table: string, width?: number): Promise<EnsoTable>;
  stop(): Promise<void>;
}

const email = 'ada@example.com';

export async function startEnsoPages(
  orders: number,
  environment: Record<string, string> = {},
): Promise<EnsoPages> {
  const folder = await builtOnce('enso-page', buildPage);
  const service = await startTestService(environment);
  await seedDemo(service.database.db, { orders });
  await service.addUser(email, 'administrator');
  const { cookie } = await service.signIn(email);
  const browser = await openBrowser();

  return {
    service,
    open: async (name, width = 1800) => {
      const context = await browser.newContext({ viewport: { width, height: 1000 }, timezoneId: 'UTC' });
      await servePage(context, folder);
      await context.addCookies(
        cookie.split('; ').map((pair) => {
          const [name = '', value = ''] = pair.split(/=(.*)/s);
          return { name, value, url: service.address };
        }),
      );
      const table = new EnsoTable(await context.newPage());
      await table.reading(() => table.page.goto(`${service.address}/?table=${name}`));

      return table;
    },
    stop: async () => {
      await browser.close();
      await service.destroy();
    },
  };
}

async function buildPage(outDir: string): Promise<void> {
  await installClient();
  const root = join(import.meta.dirname, 'page');
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 2_000 },
  });
}

/** The page comes from its own folder, as from a web server of its own; everything below /api from the service. */
async function servePage(context: BrowserContext, folder: string): Promise<void> {
  await context.route(
    (url) => !url.pathname.startsWith('/api/'),
    (route) => {
      const { pathname } = new URL(route.request().url());
      return route.fulfill({ path: join(folder, extname(pathname) === '' ? 'index.html' : pathname) });
    },
  );
}

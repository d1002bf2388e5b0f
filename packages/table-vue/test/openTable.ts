import type { DataResponse, InitResponse } from '@rowhouse/table-protocol';
import type { Locator, Page } from 'playwright-core';
import type { HarnessWindow } from './harness/HarnessWindow.ts';
import type { Profile } from './openProfile.ts';

export interface OpenOptions {
  /** Name of a table of `harness/tables.ts`. Defaults to `everything`. */
  readonly table?: string;
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly timezoneId?: string;
  /** Whether nothing is shared with other tests, such as the connection of the process. */
  readonly ownProfile?: boolean;
  /** Further props. */
  readonly props?: Record<string, unknown>;
  readonly listenTo?: readonly string[];
  readonly dictionary?: Record<string, string>;
  readonly axios?: boolean;
  readonly router?: boolean;
  readonly views?: boolean;
  /** Changes the response of the init route before the component reads it. */
  readonly init?: (answer: InitResponse) => void;
  /** Likewise, every response of the data route. */
  readonly data?: (answer: DataResponse) => void;
  /** Whether to wait for the first rows; it does by default. */
  readonly rows?: boolean;
  /** Whether to show all controls of a phone; it does by default. */
  readonly controls?: boolean;
  /** Shows the form of a record instead of a table. */
  readonly recordForm?: HarnessWindow['recordForm'];
  /** Path and query of the page. */
  readonly at?: string;
}

export interface OpenedTable {
  readonly page: Page;
  /** Requests of the data route by GET, decoded, in order. */
  readonly queries: URLSearchParams[];
  /** The part that this row of the page shows, counted from zero. */
  row(index: number): Locator;
  control(name: string): Locator;
  button(name: string): Locator;
}

/** Opens the harness page in a browser profile without anything of earlier tests. */
export async function openTable(
  profile: Profile,
  address: string,
  { table = 'everything', width = 1280, height = 900, ...options }: OpenOptions = {},
): Promise<OpenedTable> {
  const { colorScheme = 'light', timezoneId = 'UTC', ownProfile = false, at = '/' } = options;
  const page = await profile.newPage({ width, height, colorScheme, timezoneId, ownProfile });
  const queries: URLSearchParams[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/tableData')) queries.push(searchParams);
  });
  if (options.init) await change(page, `**/api/${table}/init*`, options.init);
  if (options.data) await change(page, `**/api/${table}/tableData*`, options.data);
  await page.addInitScript((given) => Object.assign(window, given), {
    tableOptions: { id: table, path: `/api/${table}/init`, ...options.props },
    listenTo: [...(options.listenTo ?? [])],
    tableEvents: [],
    ...(options.dictionary && { dictionary: options.dictionary }),
    ...(options.axios && { axiosCalls: [] }),
    ...(options.views && { withViews: true }),
    ...(options.router && { routed: [] }),
    ...(options.recordForm && { recordForm: options.recordForm }),
  } satisfies Omit<HarnessWindow, 'table' | 'slotDraws'>);
  await page.goto(`${address}${at}`);
  const row = (index: number) => page.locator('.rh-row').nth(index);
  if (options.recordForm) await page.locator('.rh-record-form').waitFor();
  else if (options.rows !== false) {
    await row(0).waitFor();
    await columnsFitted(page);
  }
  if (!options.recordForm && options.rows !== false && options.controls !== false) await showControls(page);

  return {
    page,
    queries,
    row,
    control: (name) => page.locator(`[data-control="${name}"]`),
    button: (name) => page.locator(`[data-button="${name}"], [data-selection-button="${name}"]`),
  };
}

/** On a phone, most controls are shown by a button. */
async function showControls(page: Page): Promise<void> {
  const more = page.locator('[data-control=controls][aria-expanded=false]');
  if ((await more.count()) > 0) await more.click();
}

async function change<ReceivedResponse>(
  page: Page,
  url: string,
  edit: (answer: ReceivedResponse) => void,
): Promise<void> {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as ReceivedResponse;
    edit(answer);
    await route.fulfill({ response, json: answer });
  });
}

/** Columns without room are hidden in the frame after the first rows are in the document. */
function columnsFitted(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

/** Starts an export by the menu. */
export async function startExport(page: Page): Promise<void> {
  await page.locator('[data-control=export]').press('Enter');
  await page.getByRole('menuitem', { name: 'Excel' }).press('Enter');
}

/** What the page's script has noted. */
export function read<Key extends 'tableEvents' | 'axiosCalls' | 'routed'>(
  page: Page,
  key: Key,
): Promise<HarnessWindow[Key]> {
  return page.evaluate((name) => (window as unknown as HarnessWindow)[name], key) as Promise<
    HarnessWindow[Key]
  >;
}

/** The bodies of requests by `method`, by default of all but GET, as they are sent. */
export function noteChanges(page: Page, method?: string): Record<string, unknown>[] {
  const sent: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    const by = request.method();
    if (method === undefined ? by !== 'GET' : by === method) sent.push(request.postDataJSON());
  });

  return sent;
}

/** Changes props of the component. */
export function setProps(page: Page, props: Record<string, unknown>): Promise<void> {
  return page.evaluate((changed) => {
    Object.assign((window as unknown as HarnessWindow).tableOptions, changed);
  }, props);
}

/** Label or text of the element that has the focus. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
  });
}

import type { Locator, Page, Request } from 'playwright-core';

/** A data request of the table, and its response. */
export interface Reading {
  /** The query as the client spelled it, percent-decoded: `meta[start]` → `0`. */
  readonly query: Record<string, string>;
  readonly request: Request;
  readonly body: {
    readonly data: Record<string, unknown>[];
    readonly count: number;
    readonly filtered: number;
    readonly fullRecordInfo: boolean;
    readonly total: Record<string, string>;
  };
}

/** Warnings of Vue about the client's own code, for any response. */
const ownWarnings =
  /^\[Vue warn\]: (Component emitted event "[\w-]+" but it is neither declared|Wrong type passed as event handler to onKeydown)/;

/** The parts of the third party's table, found as a person would: by what they show. */
export class EnsoTable {
  readonly page: Page;
  /** What the page threw, and errors and warnings on its console, such as Vue's about a value of a wrong type; in order. */
  readonly errors: string[] = [];
  readonly rows: Locator;

  constructor(page: Page) {
    this.page = page;
    this.rows = page.locator('.vue-table tbody tr');
    page.on('pageerror', (error) => this.errors.push(error.stack ?? error.message));
    page.on('console', (message) => {
      const bad = ['error', 'warning'].includes(message.type());
      if (bad && !ownWarnings.test(message.text())) this.errors.push(message.text());
    });
  }

  /** Does something, and waits for the rows that come of it. */
  async reading(act: () => Promise<unknown>): Promise<Reading> {
    const [response] = await Promise.all([
      this.page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith('/tableData')),
      act(),
    ]);
    const body = (await response.json()) as Reading['body'];
    await this.page.locator('.vue-table .loader').waitFor({ state: 'detached' });
    const { searchParams } = new URL(response.url());

    return { query: Object.fromEntries(searchParams), request: response.request(), body };
  }

  /** Texts of the header cells, left to right; '' for the checkbox. */
  async labels(): Promise<string[]> {
    const labels = await this.page.locator('.vue-table thead th').allTextContents();

    return labels.map((label) => label.trim());
  }

  /** Texts of a column's cells, top to bottom. */
  async column(label: string): Promise<string[]> {
    const index = (await this.labels()).indexOf(label);
    const cells = await this.rows.locator(`td:nth-child(${index + 1})`).allTextContents();

    return cells.map((cell) => cell.replaceAll(/\s+/g, ' ').trim());
  }

  header(label: string): Locator {
    return this.page.locator('.vue-table thead th').filter({ hasText: label });
  }

  /** The line below the table, in one line. */
  async info(): Promise<string> {
    const text = await this.page.locator('.records-info').textContent();

    return (text ?? '').replaceAll(/\s+/g, ' ').trim();
  }

  /** Opens a menu of the control bar, chooses in it, and closes it. */
  async choose(
    menu: 'length-menu' | 'column-visibility' | 'style-selector',
    ...options: string[]
  ): Promise<void> {
    const select = this.page.locator(`.vue-table .${menu}`);
    await select.getByRole('button').click();
    for (const option of options) {
      await select
        .locator('.dropdown-item')
        .filter({ hasText: new RegExp(`^\\s*${option}\\s*$`) })
        .click();
    }
    if (await select.locator('.dropdown-menu').isVisible()) await select.getByRole('button').click();
  }

  /** Opens the form of a filter. */
  async openFilter(label: string): Promise<Locator> {
    const filters = this.page.locator('.vue-table .filters');
    await filters.locator('> .dropdown-trigger button').click();
    await filters
      .locator('.dropdown-item')
      .filter({ hasText: new RegExp(`^\\s*${label}\\s*$`) })
      .click();

    return filters.locator('.dropdown-content').first();
  }

  /** Events of the component so far: name and payload. */
  events(): Promise<[name: string, payload: unknown][]> {
    return this.page.evaluate('emitted');
  }
}

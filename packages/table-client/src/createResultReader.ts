import type { DataPayload, DataResponse, InitResponse, ViewState } from '@rowhouse/table-protocol';
import { describeCell, hasTotal, totalText } from './cells/describeCell.ts';
import { tableColumns } from './columns/tableColumns.ts';
import type { TableHttp } from './http/TableHttp.ts';
import { requestSender, type SendRequest, transportOver } from './http/transport.ts';
import type { Translate } from './language/translator.ts';
import { translator } from './language/translator.ts';
import { initPayload } from './requests/payload.ts';
import { readData } from './responses/readData.ts';
import { readInit } from './responses/readInit.ts';
import { readResponse } from './responses/shape.ts';
import { byLabel } from './table/TableState.ts';

/** Counts and totals of a table for a search and filters. */
export interface ResultFigures {
  /** Number of rows; null if the table counts such a result on demand only. */
  readonly count: number | null;
  /** Those of the visible columns; empty if the rows are not counted. */
  readonly totals: readonly ResultTotal[];
}

export interface ResultTotal {
  /** Label of the column, translated. */
  readonly label: string;
  /** As in the totals row of the table. */
  readonly text: string;
}

export interface ResultReaderOptions {
  /** A function like `fetch`, or an Axios instance. Defaults to `globalThis.fetch`. */
  readonly http?: TableHttp;
  /** Translates labels and the texts of problems. Defaults to English. */
  readonly i18n?: Translate;
  /** Maximum number of concurrent requests. Defaults to 3. */
  readonly parallel?: number;
}

/** The members of a saved view that determine its rows and totals. */
export type ResultView = Pick<ViewState, 'search' | 'searchMode' | 'filters' | 'where' | 'visible'>;

/**
 * Reads the counts and totals of the table with this init path, without rows. `forced` also counts above the table's
 * limit. Rejects with an Error whose message is for the user.
 */
export type ResultReader = (path: string, view: ResultView, forced?: boolean) => Promise<ResultFigures>;

/**
 * A reader of counts and totals of many results, such as those of saved views on a home page. The init of a table is
 * read once, and the number of concurrent requests is limited.
 */
export function createResultReader(options: ResultReaderOptions = {}): ResultReader {
  const translate = translator(options.i18n);
  const send = requestSender(transportOver(options.http), translate);
  const inTurn = turns(options.parallel ?? 3);
  const inits = new Map<string, Promise<InitResponse>>();

  function readInitOnce(path: string): Promise<InitResponse> {
    const known = inits.get(path);
    if (known) return known;
    const reading = send({ method: 'GET', path, payload: initPayload() }, 'init').then((response) =>
      readResponse('init', readInit, response, translate),
    );
    inits.set(path, reading);
    // Read again for the table's next result.
    reading.catch(() => inits.delete(path));

    return reading;
  }

  return (path, view, forced = false) =>
    inTurn(async () => {
      const init = await readInitOnce(path);
      const body = await readBody(send, init, { view, forced, translate });

      return { count: countOf(body), totals: totalsOf(init, view, body, translate) };
    });
}

/** Runs at most `most` functions concurrently, in the order of the calls. */
function turns(most: number): <Result>(run: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (run) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await run();
    } finally {
      // Its turn is passed to the next one.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

async function readBody(
  send: SendRequest,
  { template, meta }: InitResponse,
  { view, forced, translate }: { view: ResultView; forced: boolean; translate: Translate },
): Promise<DataResponse> {
  const payload: DataPayload = {
    internalFilters: (view.filters ?? []).map(({ valueLabels: _, ...filter }) => filter),
    ...(view.where && { where: view.where }),
    columns: [],
    meta: {
      start: 0,
      // The minimum page length.
      length: 1,
      sort: false,
      search: view.search ?? '',
      searchMode: view.searchMode ?? meta.searchMode,
      forceInfo: forced,
    },
  };
  const response = await send({ method: template.method, path: template.readPath, payload }, 'data');

  return readResponse('data', readData, response, translate);
}

function countOf({ fullRecordInfo, filters, estimated, filtered, count }: DataResponse): number | null {
  if (fullRecordInfo) return filtered;

  return filters || estimated ? null : count;
}

function totalsOf(
  { template }: InitResponse,
  { visible }: ResultView,
  { total, fullRecordInfo }: DataResponse,
  translate: Translate,
): readonly ResultTotal[] {
  if (!fullRecordInfo) return [];
  const names = visible ?? template.columns.filter(({ meta }) => meta.visible).map(({ name }) => name);
  const arranged = {
    visible: names,
    sort: [],
    order: [],
    widths: {},
    pinned: {},
    groupBy: [],
    groupSort: byLabel,
  };

  return tableColumns(template.columns, arranged, [])
    .map((column) => describeCell(column, { ...template, align: [], translate }))
    .filter((cell) => hasTotal(cell) && names.includes(cell.name) && Object.hasOwn(total, cell.name))
    .map((cell) => ({ label: translate(cell.column.label), text: totalText(cell, total[cell.name]) }));
}

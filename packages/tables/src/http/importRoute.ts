import { say, type Text, type TranslateText } from '@rowhouse/problems';
import { english, inLanguage } from '@rowhouse/problems/internal';
import type { ImportFault, ImportReport } from '@rowhouse/table-protocol';
import type { ImportJobs } from '../imports/ImportJobs.ts';
import { faultText } from '../imports/importOperations.ts';
import type { RowFault } from '../imports/RowFault.ts';
import type { ImportCounts } from '../imports/runImport.ts';
import { Faults } from '../request/parse/Faults.ts';
import { isRecord, member, readBoolean } from '../request/parse/scalars.ts';
import { receiveFile } from './receiveFile.ts';
import { accepted, okay, pathOf, queryPayload, type RouteContext, type TableRoute } from './TableRoute.ts';

export interface ImportUploads {
  /** Maximum bytes of a file. Defaults to 256 MiB. A larger one gets 413. */
  readonly maxBytes?: number;
  /** Folder for files while they are read. Defaults to that of the system for temporary files. */
  readonly folder?: string;
  /** The queue of imports. Without it, an import runs within its request. */
  readonly jobs?: ImportJobs;
}

const megabyte = 1024 ** 2;

/** The route that inspects, checks or imports a file, which is the body of the request; the options are in its query. */
export function importRoute<Incoming>(
  { id, open, tables, user, authorize, timeZone, translateFor }: RouteContext<Incoming>,
  name: string,
  { maxBytes = 256 * megabyte, folder, jobs }: ImportUploads = {},
): TableRoute<Incoming> {
  return {
    kind: 'import',
    name,
    path: pathOf(name),
    methods: ['POST'],
    open,
    changes: true,
    background: jobs !== undefined,
    async respond(request) {
      const { incoming, upload = null } = request;
      const caller = await user(name, incoming);
      const zone = timeZone(incoming, caller);
      const translate = translateFor(incoming) ?? english;
      const { isInspection, isDryRun, payload } = optionsOf(queryPayload(request));
      const call = { timeZone: zone, translate };

      return receiveFile(upload, { maxBytes, folder }, async (path) => {
        if (isInspection) return okay(await tables.imports.header(id, path, payload, caller, call));
        if (isDryRun) {
          const report = await tables.imports.check(id, path, payload, caller, {
            ...call,
            signal: request.closed(),
          });

          return okay({
            ...report,
            message: inLanguage(checkedText(report), translate),
            faults: report.faults.map((fault) => shownFault(fault.row, fault, translate)),
          } satisfies ImportReport);
        }
        if (jobs) {
          await tables.imports.inspect(id, path, payload, caller, call);
          const order = { table: tables.get(id), path, payload, user: caller, timeZone: zone };
          const started = await jobs.start(order);

          return accepted({ message: translate('The import has started.', {}), ...started });
        }
        const { failures, ...result } = await tables.imports.run(id, path, payload, caller, {
          ...call,
          authorize: ({ total, created, updated, failed }) =>
            authorize(name, caller, { total, processed: created + updated, failed, gone: 0 }),
        });

        return okay({
          message: inLanguage(importedText(result), translate),
          total: result.total,
          created: result.created,
          updated: result.updated,
          failed: result.failed,
          ...(result.undo !== null && { undo: result.undo }),
          faults: failures.flatMap(({ row, faults }) =>
            faults.map((fault) => shownFault(row, fault, translate)),
          ),
        } satisfies ImportReport);
      });
    },
  };
}

interface Options {
  readonly isInspection: boolean;
  readonly isDryRun: boolean;
  readonly payload: unknown;
}

function optionsOf(query: unknown): Options {
  if (!isRecord(query)) return { isInspection: false, isDryRun: false, payload: query };
  const faults = new Faults();
  const { inspect: _inspect, dryRun: _dryRun, ...payload } = query;
  const isInspection = readBoolean(member(query, 'inspect'), false, 'inspect', faults);
  const isDryRun = readBoolean(member(query, 'dryRun'), false, 'dryRun', faults);
  faults.throwIfAny();

  return { isInspection, isDryRun, payload };
}

function shownFault(row: number, fault: RowFault, translate: TranslateText): ImportFault {
  const { column, field } = fault;

  return { row, column, field, message: inLanguage(faultText(fault), translate) };
}

function checkedText({ created, updated, failed }: ImportCounts): Text {
  return say`Would be created: ${created}. Changed: ${updated}. Refused: ${failed}. Nothing was written.`;
}

function importedText({ created, updated, failed }: ImportCounts): Text {
  return say`Created: ${created}. Changed: ${updated}. Refused: ${failed}.`;
}

import { say } from '@rowhouse/problems';
import type { TableRouteNames } from '../definition/Table.ts';
import { TableError } from '../errors.ts';
import { shownImages } from '../files/firstBytes.ts';
import { contentDisposition } from '../format/fileNames.ts';
import { isRecord } from '../request/parse/scalars.ts';
import { receiveFile } from './receiveFile.ts';
import { callerOf, recordRoute, rowInPath } from './recordRoute.ts';
import { queryPayload, type RouteContext, type TableRoute } from './TableRoute.ts';

type FileRouteNames = Pick<
  TableRouteNames,
  'store' | 'storeFile' | 'update' | 'updateFile' | 'data' | 'file'
>;

/**
 * The routes that take the files of fields, for who may create or change records, and that return them, for who may read the
 * table. `folder`: for files while they are received.
 */
export function fileRoutes<Incoming>(
  context: RouteContext<Incoming>,
  { store, storeFile, update, updateFile, data, file }: FileRouteNames,
  folder: string | undefined,
): TableRoute<Incoming>[] {
  const upload = (way: 'create' | 'update', name: string | null, permission: string | null) =>
    name === null || permission === null
      ? []
      : [{ ...uploadRoute(context, { name, permission, way, folder }), permission }];

  return [
    ...upload('create', storeFile, store),
    ...upload('update', updateFile, update),
    ...(file === null ? [] : [{ ...downloadRoute(context, file, data), permission: data }]),
  ];
}

interface Upload {
  readonly name: string;
  readonly permission: string;
  readonly way: 'create' | 'update';
  readonly folder: string | undefined;
}

function uploadRoute<Incoming>(
  context: RouteContext<Incoming>,
  { name, permission, way, folder }: Upload,
): TableRoute<Incoming> {
  const { id, tables } = context;

  return recordRoute(context, name, {
    kind: 'upload',
    methods: ['POST'],
    async respond(request) {
      const { caller } = await callerOf(context, permission, request);
      const { upload = null, mediaType } = request;
      const file = { ...queryOf(request), mediaType };
      const { maxBytes, store } = await tables.files.accept(id, way, file, caller);
      const options = { maxBytes, folder, tooLarge };

      return { status: 201, headers: {}, body: await receiveFile(upload, options, store) };
    },
  });
}

function tooLarge(limit: number): TableError {
  return new TableError(
    'tables.file_too_large',
    say`The file has more than ${limit} bytes, which is the limit here; choose a smaller one.`,
  );
}

function downloadRoute<Incoming>(
  context: RouteContext<Incoming>,
  name: string,
  permission: string,
): TableRoute<Incoming> {
  const { id, tables } = context;

  return recordRoute(context, name, {
    kind: 'file',
    methods: ['GET'],
    hasRow: true,
    async respond(request) {
      const { caller } = await callerOf(context, permission, request);
      const file = await tables.files.open(id, rowInPath(request), queryOf(request), caller);
      const { mediaType, size, stream } = file;
      const headers = {
        'content-type': mediaType,
        'content-length': String(size),
        // Anything else could run in the pages of the application.
        'content-disposition': contentDisposition(
          file.name,
          shownImages.has(mediaType) ? 'inline' : 'attachment',
        ),
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      };

      return { status: 200, headers, body: null, stream };
    },
  });
}

function queryOf(request: { readonly query: string }) {
  const given = queryPayload(request);
  const { field, name, params } = isRecord(given) ? given : {};

  return { field, name, params };
}

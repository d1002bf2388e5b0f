import type { FastifyReply } from 'fastify';
import { TableError } from '../errors.ts';

/** Aborted when the connection of a request ends before its response: the client has closed it. */
export function closedSignal({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  const onClose = () => {
    if (raw.writableFinished) return;
    closed.abort(
      new TableError('tables.request_closed', 'The client closed the request before its response.'),
    );
  };

  if (raw.closed) onClose();
  else raw.once('close', onClose);

  return closed.signal;
}

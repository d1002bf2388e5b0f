import type { FastifyReply } from 'fastify';
import { requestClosed } from '../http/requestClosed.ts';

/** Aborted when the connection of a request ends before its response: the client has closed it. */
export function closedSignal({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  const onClose = () => {
    if (raw.writableFinished) return;
    closed.abort(requestClosed());
  };

  if (raw.closed) onClose();
  else raw.once('close', onClose);

  return closed.signal;
}

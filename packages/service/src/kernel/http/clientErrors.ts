import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { problem } from '@rowhouse/problems';

const messages: Readonly<Record<number, string>> = {
  400: 'The request is not valid HTTP.',
  408: 'The request was not received in time. Send it again over a faster connection.',
  417: 'The header Expect supports "100-continue" only. Send the request without it.',
  431: 'The headers of the request are too large. Send fewer or shorter ones.',
};

const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Responds to bytes that never become a request, since they cannot be parsed, in the form of all other errors. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = problemFor(statuses[error.code ?? ''] ?? 400);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('\r\n')}\r\n\r\n${body}`);
}

/** For the event `checkExpectation`, to which Node.js otherwise responds without a body. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = problemFor(417);
  response.writeHead(status, headers).end(body);
}

function problemFor(status: number) {
  const title = STATUS_CODES[status] ?? 'Bad Request';
  const { headers, body } = problem({ status, title, message: messages[status] ?? title }, '/');
  const text = JSON.stringify(body);

  return {
    status,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(text)), connection: 'close' },
    body: text,
  };
}

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '@rowhouse/table-protocol';

const messages: Readonly<Record<number, string>> = {
  400: 'This is no HTTP request that could be read.',
  408: 'The request did not come in time. Send it again, over a faster connection.',
  417: 'Only "100-continue" can be expected here. Send the request without the header Expect.',
  431: 'The headers of the request are too large. Send fewer or shorter ones.',
};

const contentType = 'application/problem+json; charset=utf-8';
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers what never becomes a request, since it cannot be parsed, in the form of all other errors. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const status = statuses[error.code ?? ''] ?? 400;
  const body = problem(status);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${contentType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** For the event `checkExpectation`, which Node.js otherwise answers without a body. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = problem(417);
  const headers = {
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  response.writeHead(417, headers).end(body);
}

function problem(status: number): string {
  const title = STATUS_CODES[status] ?? 'Bad Request';
  const message = messages[status] ?? title;
  const body: Problem = { type: 'about:blank', title, status, detail: message, instance: '/', message };

  return JSON.stringify(body);
}

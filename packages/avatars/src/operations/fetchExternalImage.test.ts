import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ExternalServiceError, fetchExternalImage } from './defaultImages.ts';

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

let respond: RequestHandler;
let requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(request.url ?? '');
  respond(request, response);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/avatar`;

const picture = Buffer.from('GIF89a, or so');
const sends =
  (status: number, headers: Record<string, string>, body: Buffer | string = picture): RequestHandler =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
  };
const image = { 'content-type': 'image/gif' };

const email = 'ada@example.org';
/** By `printf ada@example.org | sha256sum`. */
const key = 'cfe00dde46ef942601ffafb9e2825e802858b460e586b8305b344c1eb826357d';

beforeEach(() => {
  requests = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('an existing image', () => {
  test('is requested by hash and size, and returned unchanged', async () => {
    respond = sends(200, image);

    expect(await fetchExternalImage(email, { baseUrl }, { size: 256 })).toEqual(picture);
    expect(requests).toEqual([expect.stringMatching(/^\/avatar\/[0-9a-f]{64}\?s=256&d=404$/)]);
    expect(requests[0]).toContain(key);
  });

  test('is the same for any case and spacing of the e-mail address', async () => {
    respond = sends(200, image);
    await fetchExternalImage(' ADA@example.org\n', { baseUrl: `${baseUrl}/` }, { size: 256 });
    await fetchExternalImage(email, { baseUrl }, { size: 256 });

    expect(requests[0]).toBe(requests[1]);
  });

  test('may have parameters in its type, and up to 1 MiB', async () => {
    respond = sends(200, { 'content-type': 'IMAGE/png; charset=x' }, Buffer.alloc(1024 * 1024));
    expect(await fetchExternalImage(email, { baseUrl }, { size: 256 })).toHaveLength(1024 * 1024);
  });
});

test('returns null without an image', async () => {
  respond = sends(404, { 'content-type': 'text/html' }, '<h1>Not found</h1>');
  expect(await fetchExternalImage(email, { baseUrl }, { size: 256 })).toBeNull();
});

describe('any other response is an error without personal data', () => {
  const metadata = 'http://169.254.169.254/latest/meta-data';
  test.each<[string, RequestHandler, string]>([
    ['a status of its own fault', sends(503, image), 'responds with status 503'],
    ['no content', sends(204, image, ''), 'responds with status 204'],
    ['too many requests', sends(429, image), 'responds with status 429'],
    ['html', sends(200, { 'content-type': 'text/html' }), 'responds with text/html, not with an image'],
    ['no type', sends(200, {}), 'responds with no Content-Type, not with an image'],
    [
      'a redirect to itself',
      (_, response) => void response.writeHead(302, { location: `${baseUrl}/elsewhere` }).end(),
      'responds with a redirect (302)',
    ],
    [
      'a redirect to an internal address',
      sends(301, { location: metadata }),
      'responds with a redirect (301)',
    ],
    [
      'a redirect that keeps the method',
      sends(307, { location: metadata }),
      'responds with a redirect (307)',
    ],
    ['too much', sends(200, image, Buffer.alloc(1024 * 1024 + 1)), 'sends more than 1048576 bytes'],
    [
      'too much, compressed',
      sends(200, { ...image, 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(8 * 1024 * 1024))),
      'sends more than 1048576 bytes',
    ],
    ['a closed connection', (request) => void request.socket.destroy(), 'cannot be reached (UND_ERR_SOCKET)'],
    [
      'half a response',
      (request, response) => {
        response.writeHead(200, { ...image, 'content-length': '100' });
        response.write('half', () => request.socket.destroy());
      },
      'cannot be reached (UND_ERR_SOCKET)',
    ],
  ])('%s', async (_, given, message) => {
    respond = given;
    const error = await failure(fetchExternalImage(email, { baseUrl }, { size: 256 }));

    expect(error.message).toContain(`The external avatar service ${baseUrl} ${message}`);
    expect(`${error.message}${error.stack}`).not.toMatch(new RegExp(`ada@|${key}`));
    // Nothing was followed, and nothing tried again.
    expect(requests).toHaveLength(1);
  });

  test('reports a refused connection', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    closed.close();
    const error = await failure(
      fetchExternalImage(email, { baseUrl: `http://127.0.0.1:${port}` }, { size: 256 }),
    );

    expect(error.message).toContain('cannot be reached (ECONNREFUSED)');
  });

  test.each(['nowhere', 'http://name:password@127.0.0.1', 'http://127.0.0.1:1'])(
    'reports the address %s',
    async (wrong) => {
      const error = await failure(fetchExternalImage(email, { baseUrl: wrong }, { size: 256 }));
      expect(error.message).toContain(`The external avatar service ${wrong} cannot be reached`);
      expect(inspect(error)).not.toContain(key);
    },
  );
});

describe('the time limit', () => {
  test.each<[string, RequestHandler]>([
    ['covers the wait for a response', () => {}],
    [
      'covers an image that comes in drops',
      (_, response) => {
        response.writeHead(200, image);
        const timer = setInterval(() => response.write('.'), 10);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('%s', async (_, given) => {
    let closed: Promise<unknown> | undefined;
    respond = (request, response) => {
      closed = once(response, 'close');
      given(request, response);
    };
    const error = await failure(fetchExternalImage(email, { baseUrl, timeout: 100 }, { size: 256 }));

    expect(error.message).toContain('did not respond within 100 ms');
    // The connection is given up, too.
    await closed;
  });

  test('lets the caller cancel earlier', async () => {
    const controller = new AbortController();
    respond = () => controller.abort(new Error('shutting down'));

    await expect(
      fetchExternalImage(email, { baseUrl }, { size: 256, signal: controller.signal }),
    ).rejects.toThrow('shutting down');
  });
});

async function failure(promise: Promise<unknown>): Promise<Error> {
  const error = await promise.then(
    () => new Error('It did not fail.'),
    (reason: Error) => reason,
  );
  expect(error).toBeInstanceOf(ExternalServiceError);
  return error;
}

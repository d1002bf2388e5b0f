import type { RequestHandler } from 'express';

/**
 * Express middleware of a handler of web standards; what is not the handler's is passed on, with its body. Use it before
 * `express.json()`, which would take the bodies away.
 */
export function viaFetch(handle: (request: Request) => Promise<Response | null>): RequestHandler {
  return async (req, res, next) => {
    const left = new AbortController();
    res.once('close', () => left.abort());
    const hasBody = req.method !== 'GET' && req.method !== 'HEAD';
    const headers = Object.entries(req.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    // The host that was called is in the headers.
    const request = new Request(`http://localhost${req.originalUrl}`, {
      ...{ method: req.method, headers, signal: left.signal },
      // Read by the handler only, which may refuse the rest of a large body without cutting the connection.
      ...(hasBody && { body: ReadableStream.from(req.iterator({ destroyOnReturn: false })), duplex: 'half' }),
    });
    const response = await handle(request);

    if (response === null) return next();
    res.status(response.status).setHeaders(response.headers);
    res.end(Buffer.from(await response.arrayBuffer()));
  };
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { shipment } from '../orders.ts';
import { stateOf } from './openLog.ts';
import { serveParent } from './protocol.ts';

/** The called service: reads the whole request, and returns a shipment, with the headers that such services send. */
const server = createServer((request, response) => {
  request.on('data', () => undefined);
  request.on('end', () => {
    const number = Number(request.url?.split('/')[3]);
    const body = JSON.stringify(shipment(number));
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      etag: `W/"${number}"`,
      server: 'example',
      vary: 'accept-encoding',
      'x-request-id': String(request.headers['x-request-id']),
    });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  serveParent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, async () => stateOf(0, null));
});

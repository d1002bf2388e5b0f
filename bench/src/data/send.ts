import { type Agent, request } from 'node:http';
import type { ContenderRequest } from './contenders/Contender.ts';

/** Sends one request and reads the whole response. Rejects on any status but 200. */
export function send(
  address: string,
  { method, path, body, headers }: ContenderRequest,
  agent?: Agent,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const outgoing = request(
      `${address}${path}`,
      { method, agent, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${text.slice(0, 500)}`));
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

import { type Dispatcher, request } from 'undici';
import type { ContenderRequest } from './contenders.ts';

/** Sends one request and reads the whole response. Rejects on any status but 200. */
export async function send(
  address: string,
  { path, ...sent }: ContenderRequest,
  dispatcher?: Dispatcher,
): Promise<string> {
  const { statusCode, body } = await request(address + path, { ...sent, dispatcher });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${sent.method} ${path}: ${statusCode} ${text.slice(0, 500)}`);

  return text;
}

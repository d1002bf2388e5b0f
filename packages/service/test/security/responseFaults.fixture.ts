import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A refusal must not contain file paths, SQL or secrets. */
const leaks = [
  /node_modules|\.ts:\d|\n\s+at \S/,
  /relation "|column "|syntax error at|violates|invalid byte sequence|invalid input syntax/i,
  /\binsert into\b|\bselect .+ from\b|\bwhere "/i,
  /kysely|postgres|ECONN|ENOENT|EACCES/i,
];

/** The faults of a response to a hostile request, which must not contain `secrets`. */
export async function responseFaults(
  response: IncomingMessage,
  secrets: readonly string[],
): Promise<readonly string[]> {
  const { headers, statusCode: status = 0 } = response;
  const content = await textOf(response);
  const start = content.slice(0, 300);
  const faults: string[] = [];
  if (status >= 500) faults.push(`status ${status}: ${start}`);
  for (const leak of leaks) {
    const found = status >= 400 ? leak.exec(content) : null;
    if (found !== null) faults.push(`leaks "${found[0]}": ${start}`);
  }
  if (secrets.some((secret) => content.includes(secret))) faults.push('leaks a secret or a folder');
  if (headers['set-cookie']?.some((cookie) => cookie.startsWith('x=')) === true)
    faults.push('a header was made');
  if (status < 400) return faults;
  if (!/^application\/problem\+json/.test(headers['content-type'] ?? '')) {
    faults.push(`status ${status} is no problem document: ${start}`);
  } else if (!isProblem(content, status)) faults.push(`not a whole problem document: ${start}`);
  if (content.length > 50_000)
    faults.push(`a response of ${content.length} characters to a request that was refused`);

  return faults;
}

/** Some hostile headers accept a compressed response. */
async function textOf(response: IncomingMessage): Promise<string> {
  const body = await buffer(response);
  const encoding = response.headers['content-encoding'];
  if (encoding === 'br') return brotliDecompressSync(body).toString();

  return (encoding === 'gzip' ? gunzipSync(body) : body).toString();
}

function isProblem(content: string, status: number): boolean {
  const problem: Record<string, unknown> = JSON.parse(content);
  const texts = ['type', 'title', 'detail', 'instance', 'message'].map((name) => problem[name]);

  return problem.status === status && texts.every((value) => typeof value === 'string' && value !== '');
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Asks an endpoint as the browser that opens the page would; null unless it responds with 200. */
export type AskFor = (path: string) => Promise<string | null>;

/** Asks for what the page at `path` needs first; null if that is nothing, as for visitors. */
export type AnswerFirst = (path: string, ask: AskFor) => Promise<FirstAnswers | null>;

export interface FirstAnswers {
  /** Path of an endpoint, with its query → its answer as JSON. */
  readonly answers: ReadonlyMap<string, string>;
  /** What the page shows, whose code is then loaded with that of every page. */
  readonly parts: readonly PagePart[];
}

/** The name of a file of `vite build`. */
export type PagePart = 'table' | 'form';

/** The name of the `<meta>` of index.html with the path of a part. */
export const partName = (part: PagePart): string => `rowhouse-${part}-part`;

/** Milliseconds until the page is sent without answers, and asks for them itself. */
const patience = 1_000;

/** Headers that are about the page, not about the answers. */
const ofThePage = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-unmodified-since',
  'range',
  'transfer-encoding',
]);

/**
 * The answers to the first requests of a page. They come from the endpoints, with the cookies of the browser, so that guards,
 * hooks and logs are the same as for its own requests; cookies that they set are set by the page. Null for visitors, and if a
 * response takes too long or fails.
 */
export async function answersFor(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  answerFirst: AnswerFirst,
): Promise<FirstAnswers | null> {
  if (request.method !== 'GET' || request.headers.cookie === undefined) return null;
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !ofThePage.has(name)),
  );
  const cookies = new Map<string, string>();
  const ask: AskFor = async (url) => {
    const response = await app.inject({
      url,
      headers: { ...headers, accept: 'application/json', 'x-request-id': request.id },
      remoteAddress: request.socket.remoteAddress ?? '',
    });
    if (response.statusCode !== 200) return null;
    for (const cookie of [response.headers['set-cookie'] ?? []].flat())
      cookies.set(cookie.split('=')[0] ?? '', cookie);

    return response.body;
  };
  const { promise: tooLate, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, patience, null);
  try {
    const path = decodeURI(request.url.split('?')[0] ?? '');
    const answers = await Promise.race([answerFirst(path, ask), tooLate]);
    // The public page may be cached.
    if (answers !== null) for (const cookie of cookies.values()) reply.header('set-cookie', cookie);

    return answers;
  } catch (error) {
    // The page asks itself, and shows the failure.
    request.log.debug({ err: error }, 'The first answers of a page could not be written into it');
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The page with the answers as data, which needs no inline script in the Content-Security-Policy, and with links to the code
 * of what it shows.
 */
export function withAnswers(index: string, { answers, parts }: FirstAnswers): string {
  const members = [...answers].map(([path, body]) => `${JSON.stringify(path)}:${body}`);
  // In JSON, the sign is part of a text.
  const data = `{${members.join()}}`.replaceAll('<', '\\u003c');
  const preloads = parts.map((part) => {
    const [, path] = new RegExp(`<meta name="${partName(part)}" content="([^"]*)">`).exec(index) ?? [];

    return path ? `<link rel="modulepreload" crossorigin href="${path}">` : '';
  });

  return index.replace(
    '</head>',
    () => `${preloads.join('')}<script type="application/json" id="rowhouse-answers">${data}</script></head>`,
  );
}

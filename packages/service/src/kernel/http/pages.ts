import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import {
  type BrandedPages,
  type BrandingFile,
  brandedPages,
  type PagesBranding,
} from '../branding/brandedPages.ts';
import { quietLevel } from './operation.ts';
import { type AnswerFirst, answersFor, withAnswers } from './pageAnswers.ts';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rowhouse</title>
</head>
<body>
<main>
<h1>Rowhouse</h1>
<p>Server-side data tables, driven by a JSON template. The service runs.</p>
<p>The pages of the back office are not built. Run <code>npm run build:pages</code>, then start the service again.</p>
<ul>
<li><a href="/docs">Endpoints</a>: read and try them</li>
<li><a href="/api/openapi.json">OpenAPI description</a></li>
<li><a href="/health">Health</a>, <a href="/ready">readiness</a>, <a href="/metrics">metrics</a></li>
</ul>
</main>
</body>
</html>
`;

/** GET / if the pages are not built: explains how to build them. */
export const startPage = fastifyPlugin(
  async (app) => {
    app.get(
      '/',
      { config: { name: 'core.start', access: 'public' }, schema: { hide: true } },
      async (_request, reply) => reply.type('text/html; charset=utf-8').send(page),
    );
  },
  { name: 'start-page', dependencies: ['guard'] },
);

interface PagesOptions {
  /** Absolute path of the output folder of `vite build`: index.html, and assets/ with hashed names. */
  readonly folder: string;
  /** Null for the default look. */
  readonly branding?: PagesBranding | null;
  /** What the page at a path asks for first. Defaults to nothing. */
  readonly answerFirst?: AnswerFirst;
}

/** Output folder of `npm run build:pages`. */
export const builtPages: string = fileURLToPath(new URL('../../../pages/dist', import.meta.url));

export function arePagesBuilt(folder: string): boolean {
  return existsSync(join(folder, 'index.html'));
}

/** First path segments of endpoints; an unknown path below them is not a page. */
const ownSegments = new Set(['api', 'docs', 'health', 'ready', 'metrics']);

/** The name of such a file changes with its content. */
const forever = { maxAge: '365d', immutable: true };

/**
 * Serves the pages: files of the folder, and index.html for every other path that a browser opens, such as /users/3/edit.
 * They are public: all data comes from guarded endpoints, also that which is written into index.html.
 */
export const pages = fastifyPlugin<PagesOptions>(
  async (app, { folder, branding = null, answerFirst = async () => null }) => {
    const builtIndex = () => readFile(join(folder, 'index.html'), 'utf8');
    const branded = branding && brandedPages(await builtIndex(), branding);
    const sendPublic = branded ? brandedIndex(branded) : sendBuiltIndex;
    const sendIndex = async (request: FastifyRequest, reply: FastifyReply) => {
      const first = await answersFor(app, request, reply, answerFirst);
      if (first === null) return sendPublic(request, reply);
      // Never stored: after a sign-out, the browser's back button would show it.
      reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');

      return reply.send(withAnswers(branded?.index ?? (await builtIndex()), first));
    };
    await app.register(fastifyStatic, {
      root: folder,
      serve: false,
      dotfiles: 'ignore',
      preCompressed: true,
    });
    const route = { schema: { hide: true }, logLevel: quietLevel(app) };
    const ownFiles = new Map(branded?.files.map((file) => [file.path.slice(1), file]));
    app.get('/', { ...route, config: { name: 'core.start', access: 'public' } }, async (request, reply) =>
      sendIndex(request, reply),
    );
    app.get<{ Params: { '*': string } }>(
      '/*',
      { ...route, config: { name: 'core.pages', access: 'public' } },
      async (request, reply) => {
        const path = request.params['*'];
        if (ownSegments.has(path.split('/')[0] ?? '')) return notFound(reply);
        const own = ownFiles.get(path);
        if (own) return sendOwn(reply, own);
        if (isFile(path)) return sendFile(reply, path);
        reply.header('vary', 'accept');
        return wantsPage(request) ? sendIndex(request, reply) : notFound(reply);
      },
    );
  },
  { name: 'pages', dependencies: ['guard'] },
);

/** Whether the last segment has a dot. Paths of pages have none, except below /tables, which contain ids. */
function isFile(path: string): boolean {
  return /^assets(\/|$)|\.[^/]*$/.test(path) && !path.startsWith('tables/');
}

function sendFile(reply: FastifyReply, path: string): FastifyReply {
  // @fastify/static would respond 403.
  if (/[\\\0]|(^|\/)\.{0,2}(\/|$)/.test(path)) return notFound(reply);
  return path.startsWith('assets/') ? reply.sendFile(path, forever) : sendFresh(reply, path);
}

function sendOwn(reply: FastifyReply, { type, content }: BrandingFile): FastifyReply {
  return reply
    .type(type)
    .header('cache-control', `public, max-age=${365 * 86_400}, immutable`)
    .send(content);
}

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

function sendBuiltIndex(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendFresh(reply, 'index.html');
}

/** Sends index.html from memory, as `sendFresh` does for files. */
function brandedIndex({ index, tag }: BrandedPages) {
  return ({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply => {
    reply.header('cache-control', 'no-cache').header('etag', tag).type('text/html; charset=utf-8');
    const known = (headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));

    return known.includes(tag) ? reply.code(304).send() : reply.send(index);
  };
}

/** Browsers revalidate the file each time; with an unchanged ETag the response is 304. */
function sendFresh(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').sendFile(path, { cacheControl: false });
}

/** Browsers accept text/html explicitly. Other programs get a 404 for an unknown path. */
function wantsPage({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '')
    .split(',')
    .some((range) => /^\s*text\/(html|\*)\s*(;|$)/i.test(range) && !/;\s*q=0(\.0*)?\s*(;|$)/i.test(range));
}

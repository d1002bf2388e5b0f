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
import { quietLevel } from './quietLevel.ts';

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

/** GET / where the pages are not built: says so, and what runs here. */
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

export interface PagesOptions {
  /** Absolute path of the folder that `vite build` has filled: index.html, and assets/ with hashed names. */
  readonly folder: string;
  /** Null for Rowhouse's own look. */
  readonly branding?: PagesBranding | null;
}

/** Where `npm run build:pages` puts them. */
export const builtPages: string = fileURLToPath(new URL('../../../pages/dist', import.meta.url));

export function arePagesBuilt(folder: string): boolean {
  return existsSync(join(folder, 'index.html'));
}

/** First segments of paths that belong to the service itself; what is unknown below them is no page. */
const ownSegments = new Set(['api', 'docs', 'health', 'ready', 'metrics']);

/** A year: the name of such a file changes with its content. */
const forever = { maxAge: '365d', immutable: true };

/**
 * Serves the back-office pages: files of the folder, and index.html for every address that a browser opens and that
 * the pages themselves know how to draw, such as /orders or /users/3/edit. Everybody may read them: there is nothing
 * in them but the program, which asks the guarded endpoints.
 */
export const pages = fastifyPlugin<PagesOptions>(
  async (app, { folder, branding = null }) => {
    const branded = branding && brandedPages(await readFile(join(folder, 'index.html'), 'utf8'), branding);
    const sendIndex = branded ? brandedIndex(branded) : sendBuiltIndex;
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

/** The last segment has a dot, which no address of a page has, except those with ids of tables and rows. */
function isFile(path: string): boolean {
  return /^assets(\/|$)|\.[^/]*$/.test(path) && !path.startsWith('tables/');
}

function sendFile(reply: FastifyReply, path: string): FastifyReply {
  // Answered as what it is, an address without a file; @fastify/static would say that it is forbidden.
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

/** As `sendFresh`, from memory. */
function brandedIndex({ index, tag }: BrandedPages) {
  return ({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply => {
    reply.header('cache-control', 'no-cache').header('etag', tag).type('text/html; charset=utf-8');
    const known = (headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));

    return known.includes(tag) ? reply.code(304).send() : reply.send(index);
  };
}

/** Kept by browsers, and asked for again each time; with an unchanged ETag the answer is empty. */
function sendFresh(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').sendFile(path, { cacheControl: false });
}

/** Browsers name text/html when they open an address. Programs that accept anything shall learn that it is wrong. */
function wantsPage({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '')
    .split(',')
    .some((range) => /^\s*text\/(html|\*)\s*(;|$)/i.test(range) && !/;\s*q=0(\.0*)?\s*(;|$)/i.test(range));
}

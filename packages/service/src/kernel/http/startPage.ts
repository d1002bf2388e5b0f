import fastifyPlugin from 'fastify-plugin';

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

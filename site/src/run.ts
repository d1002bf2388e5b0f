import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryAddress, root } from '../../scripts/packages.ts';
import { checkSite } from './checkSite.ts';
import { endpointsPage, readOpenApi } from './openApi.ts';
import { sidebarOf } from './sidebar.ts';
import { withSiteLinks } from './siteLinks.ts';
import { sitePages } from './sitePages.ts';

/**
 * `npm run docs`: builds the documentation into dist/docs/site, and fails if a link of it is dead. With `-- --serve`, it then
 * serves the site until it is stopped. `DOCS_BASE` is the path below which the site is published; `/` by default.
 */
const folder = join(import.meta.dirname, '..');
const output = join(root, 'dist/docs');

const openApi = await readOpenApi();
const pages = sitePages(new Map([['reference/endpoints.md', endpointsPage(openApi)]]));
rmSync(output, { recursive: true, force: true });
for (const page of pages) {
  const file = join(output, 'pages', page.path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, withSiteLinks(page, pages, repositoryAddress()));
}
cpSync(join(root, 'docs/images'), join(output, 'pages/images'), { recursive: true });
writeViewer();
writeFileSync(
  join(output, 'site.json'),
  JSON.stringify({ sidebar: sidebarOf(pages), base: process.env.DOCS_BASE ?? '/' }),
);

if (!existsSync(join(folder, 'node_modules/.package-lock.json'))) {
  console.log('Installing the packages of the site (once) …');
  run('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund']);
}
const vitepress = join(folder, 'node_modules/.bin/vitepress');
run(vitepress, ['build', folder]);

const dead = checkSite(join(output, 'site'), process.env.DOCS_BASE ?? '/');
for (const link of dead) console.error(link);
console.log(`${pages.length} pages in dist/docs/site. Dead links: ${dead.length}.`);
if (dead.length > 0) process.exit(1);
if (process.argv.includes('--serve')) run(vitepress, ['preview', folder]);

/** The OpenAPI document, and Swagger UI, which shows it. */
function writeViewer(): void {
  const viewer = join(output, 'pages/public/reference/openapi');
  cpSync(join(root, 'node_modules/@fastify/swagger-ui/static'), viewer, { recursive: true });
  writeFileSync(join(viewer, '../openapi.json'), JSON.stringify(openApi));
  writeFileSync(
    join(viewer, 'swagger-initializer.js'),
    "window.ui = SwaggerUIBundle({ url: '../openapi.json', dom_id: '#swagger-ui', tryItOutEnabled: false, supportedSubmitMethods: [] });\n",
  );
}

function run(command: string, options: readonly string[]): void {
  const { status } = spawnSync(command, options, { stdio: 'inherit', cwd: folder });
  if (status !== 0) throw new Error(`${command} ${options[0]} failed; its output says why.`);
}

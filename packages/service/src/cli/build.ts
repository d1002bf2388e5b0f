import { defineCommand } from 'citty';
import { createService } from '../definition/createService.ts';
import { appPagesOf } from '../pagesBuild/appPages.ts';
import { buildPages } from '../pagesBuild/buildPages.ts';
import { report } from './command.ts';
import { appFolderOf, loadDefinition } from './loadApplication.ts';

/** Builds the pages of the application's modules together with those of the service. */
export const build = defineCommand({
  meta: { name: 'build', description: "Build the pages of the application's modules." },
  run: () => report(run),
});

async function run(): Promise<void> {
  const { applicationModules } = createService(await loadDefinition(process.env, process.cwd()));
  const appFolder = appFolderOf(process.env, process.cwd());
  const pages = appPagesOf(applicationModules, appFolder);

  if (pages === null) {
    console.log('No module has pages; nothing to build.');
    return;
  }
  // Libraries leave out their tools for developers; a shell may have set something else.
  process.env.NODE_ENV = 'production';
  const start = performance.now();
  await buildPages(pages, { appFolder });
  console.log(`Built the pages in ${((performance.now() - start) / 1000).toFixed(1)} s: ${pages.folder}`);
}

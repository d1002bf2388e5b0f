import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { importCircles } from './importCircles.ts';

/**
 * Holds imports against the layout of docs/architecture.md: inside a package they go downwards only, packages import
 * each other as listed, and Fastify stays in `fastify/` folders, except in the service, which is an application of it. Cycles are the linter's business.
 */

/** Stages of packages/tables/src, from the top; those in one line never import each other. */
const stages = [
  ['fastify', 'fetch', 'index.ts', 'internal.ts', 'testing'],
  ['http'],
  ['createTables.ts'],
  ['compiledTables.ts', 'Capabilities.ts'],
  ['cells'],
  ['imports', 'inputs'],
  ['undo'],
  ['records'],
  ['related'],
  ['init', 'data', 'export', 'actions', 'views'],
  ['update'],
  ['edit'],
  ['prepare'],
  ['rows', 'counts'],
  ['runtime'],
  ['changes', 'files'],
  ['query'],
  ['plan'],
  ['definition'],
  ['request', 'template'],
  ['format', 'errors.ts', 'RouteRegistry.ts'],
];

/** The same for packages/tables-dev/src. */
const devStages = [
  ['index.ts', 'internal.ts'],
  ['developerTools.ts', 'introspect'],
  ['advise', 'make'],
  ['checks'],
];

/** The same for packages/tables-postgres/src. */
const postgresStages = [
  ['index.ts', 'internal.ts'],
  ['postgres.ts'],
  ['copy', 'pageMarks', 'prepared', 'replicas'],
];

/** The same for packages/table-client/src. */
const clientStages = [
  ['index.ts', 'internal.ts'],
  ['createTableClient.ts', 'createRecordClient.ts', 'createResultReader.ts'],
  ['tableFeatures.ts'],
  ['createResult.ts', 'TableClientOptions.ts'],
  ['TableController.ts'],
  ['record', 'recordForm', 'views', 'imports'],
  ['state'],
  ['actions'],
  ['exports', 'linking', 'selection', 'rows'],
  ['columns', 'editing', 'filters', 'live', 'pages', 'pasting', 'phone', 'sorting', 'summaries'],
  ['grouping'],
  ['cells', 'undo'],
  ['requests'],
  ['responses'],
  ['table'],
  ['conditions', 'http', 'language'],
];

/** The same for packages/table-vue/src. */
const vueStages = [
  ['index.ts', 'internal.ts'],
  ['VueTable.vue', 'RecordActions.vue', 'RecordValues.vue'],
  ['recordForm'],
  ['grid'],
  ['controls'],
  ['popover'],
  [
    'useTable.ts',
    'useRecord.ts',
    'useRecordForm.ts',
    'useRecordFields.ts',
    'useActionForm.ts',
    'useImport.ts',
    'lazyComponent.ts',
  ],
  ['LoadFailure.vue'],
  ['loadFailureTranslate.ts'],
  ['snapshotRefs.ts', 'icons.ts', 'buttonNames.ts', 'TableSlotProps.ts', 'tableDefaults.ts', 'i18n'],
];

/** The same for packages/avatars/src. */
const avatarStages = [
  ['fastify', 'index.ts', 'internal.ts', 'testing'],
  ['createAvatars.ts'],
  ['operations'],
  ['records'],
  ['image', 'initials'],
  ['Avatars.ts', 'Turns.ts'],
  ['errors.ts'],
];

/** The same for packages/integrations/src. */
const integrationStages = [
  ['fastify', 'soap', 'index.ts', 'internal.ts', 'testing'],
  ['Action.ts'],
  ['attempts'],
  ['Client.ts'],
  ['request', 'transport', 'helpers', 'HttpResponse.ts'],
  ['log', 'failures'],
  ['mask', 'callContext.ts', 'Deadline.ts'],
  ['CallRecord.ts', 'Transport.ts'],
  ['Endpoint.ts'],
  ['Token.ts', 'decodeText.ts'],
  ['errors.ts'],
  ['callFaults.ts'],
];

/** The same for packages/service/src. */
const serviceStages = [
  ['cli.ts', 'index.ts', 'testing.ts', 'testing'],
  ['cli', 'testService'],
  ['process'],
  ['tables', 'pagesBuild'],
  ['definition'],
  ['modules'],
  ['kernel'],
  ['base'],
];

/** Within the folders of the service. */
const processStages = [
  ['openProcess.ts'],
  ['openServing.ts'],
  ['startWork.ts', 'buildApp.ts'],
  ['ProcessResources.ts', 'openContext.ts', 'firstAnswers.ts', 'refuseRouteClashes.ts'],
  ['Closings.ts'],
];

const serviceTableStages = [
  ['serveTables.ts'],
  ['editEvents.ts'],
  ['tableRoutes.ts', 'tableEvents.ts'],
  ['ownLinks.ts', 'permitsReading.ts'],
  ['liveTables.ts', 'unnamedSources.ts'],
  ['readTurns.ts'],
  ['tableSets.ts'],
  ['databases'],
  ['messages.ts'],
];

const kernelStages = [
  ['module'],
  ['hooks'],
  ['http', 'jobs', 'files', 'mail', 'events'],
  ['access', 'database'],
  ['config', 'language', 'branding'],
];

/** Within the modules. Others import of one what its index.ts exports, and its messages.ts. */
const moduleStages = [['apiCalls', 'tableJobs', 'notifications', 'views'], ['users'], ['avatars']];

const stagesOf: Record<string, readonly (readonly string[])[]> = {
  'packages/service': serviceStages,
  'packages/service/src/process': processStages,
  'packages/service/src/tables': serviceTableStages,
  'packages/service/src/kernel': kernelStages,
  'packages/service/src/modules': moduleStages,
  'packages/tables': stages,
  'packages/tables-postgres': postgresStages,
  'packages/tables-dev': devStages,
  'packages/table-client': clientStages,
  'packages/table-vue': vueStages,
  'packages/avatars': avatarStages,
  'packages/integrations': integrationStages,
};

/** Package → packages it may import. Anything outside the workspace is each package.json's business. */
const packages: Record<string, readonly string[]> = {
  'packages/drivers': [],
  'packages/embedded-postgres': [],
  'packages/table-protocol': [],
  'packages/problems': ['@rowhouse/table-protocol'],
  'packages/tables': ['@rowhouse/drivers', '@rowhouse/problems', '@rowhouse/table-protocol'],
  'packages/tables-postgres': ['@rowhouse/drivers', '@rowhouse/tables'],
  'packages/tables-dev': ['@rowhouse/drivers', '@rowhouse/tables'],
  'packages/table-client': ['@rowhouse/table-protocol'],
  'packages/table-vue': ['@rowhouse/table-client', '@rowhouse/table-protocol'],
  'packages/avatars': ['@rowhouse/drivers', '@rowhouse/problems'],
  'packages/integrations': ['@rowhouse/drivers', '@rowhouse/problems'],
  'packages/service': [
    '@rowhouse/drivers',
    '@rowhouse/embedded-postgres',
    '@rowhouse/problems',
    '@rowhouse/table-protocol',
    '@rowhouse/tables',
    '@rowhouse/tables-postgres',
    '@rowhouse/tables-dev',
    '@rowhouse/avatars',
    '@rowhouse/integrations',
  ],
  'packages/rowhouse': ['@rowhouse/service'],
  // An application like any other: it has the entries that are published.
  'apps/demo': [
    '@rowhouse/service',
    '@rowhouse/table-protocol',
    '@rowhouse/tables',
    '@rowhouse/avatars',
    '@rowhouse/integrations',
  ],
};

/** Another folder for tests, which plant faults. */
const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'));
const faults: string[] = [];
/** Within packages. */
const imports = new Map<string, string[]>();

for (const [folder, allowed] of Object.entries(packages)) {
  for (const file of globSync(`${folder}/src/**/*.{ts,vue}`, { cwd: root })) {
    // What only tests use may also use the repository's test databases.
    if (/\.(test|fixture)\.ts$/.test(file) || file.startsWith('packages/service/src/testing/')) continue;

    imports.set(file, []);
    for (const specifier of importsOf(readFileSync(join(root, file), 'utf8'))) {
      check(file, folder, specifier, allowed);
    }
  }
}

/** Also those of parts that are loaded later. */
function importsOf(code: string): readonly string[] {
  const atOnce = code.matchAll(/^\s*(?:import|export)\b[^'";]*?\bfrom\s+'([^']+)'/gm);
  const later = code.matchAll(/^[^\n*]*\bimport\(\s*'([^']+)'\s*\)/gm);

  return [...atOnce, ...later].map(([, specifier = '']) => specifier);
}

function check(file: string, folder: string, specifier: string, allowed: readonly string[]): void {
  if (specifier.startsWith('.')) {
    const target = relative(root, resolve(root, dirname(file), specifier));

    if (!target.startsWith(`${folder}/src/`)) {
      faults.push(`${file} reaches out of its package, to ${target}. Import the package by its name.`);
    } else {
      imports.get(file)?.push(target);
      for (const [part, stages] of Object.entries(stagesOf)) checkPart(part, stages, file, target);
      checkModule(file, target);
    }
  } else if (specifier.startsWith('@rowhouse/') && !allowed.some((name) => isWithin(specifier, name))) {
    faults.push(
      `${file} imports ${specifier}; ${folder} may import ${allowed.join(', ') || 'no other package'}.`,
    );
  } else if (
    /^fastify(-plugin)?$/.test(specifier) &&
    folder.startsWith('packages/') &&
    folder !== 'packages/service' &&
    !file.includes('/fastify/')
  ) {
    faults.push(`${file} imports ${specifier}; only files under fastify/ know the HTTP framework.`);
  }
}

function isWithin(specifier: string, name: string): boolean {
  return specifier === name || specifier.startsWith(`${name}/`);
}

function checkPart(part: string, stages: readonly (readonly string[])[], file: string, target: string): void {
  const root = part.includes('/src/') ? part : `${part}/src`;
  const [from, to] = [file, target].map(
    (path) => path.startsWith(`${root}/`) && relative(root, path).split('/')[0],
  );
  if (from && to) checkStages(stages, file, from, to);
}

function checkModule(file: string, target: string): void {
  const folder = /^packages\/service\/src\/(cli|process)\//.exec(file)?.[1];
  if (folder !== undefined && target.startsWith('packages/service/src/modules/')) {
    faults.push(
      `${file} imports ${target}; ${folder}/ knows no module. Extend the contract in kernel/module/.`,
    );

    return;
  }
  const [from, to] = [file, target].map((path) => path.match(/\/src\/modules\/([^/]+)\/(.*)$/));
  if (!to || from?.[1] === to[1] || to[2] === 'index.ts' || to[2] === 'messages.ts') return;
  faults.push(
    `${file} reaches into the module ${to[1]}. Import what its index.ts or its messages.ts exports.`,
  );
}

function checkStages(stages: readonly (readonly string[])[], file: string, from: string, to: string): void {
  const level = (stage: string) => stages.findIndex((names) => names.includes(stage));

  if (level(from) === -1 || level(to) === -1) {
    faults.push(
      `${file}: the stage ${level(from) === -1 ? from : to} is not in the list of scripts/check-imports.ts.`,
    );
  } else if (from !== to && level(to) <= level(from)) {
    faults.push(`${file} imports from ${to}; ${from} may import only from stages below it.`);
  }
}

for (const [part, stages] of Object.entries(stagesOf)) {
  const inside = [...imports].filter(([file]) => file.startsWith(`${part}/`));
  const circles = importCircles(new Map(inside));
  for (const circle of circles) faults.push(`These files import each other: ${circle.join(', ')}.`);
  if (inside.length > 0)
    console.log(`${part}: ${stages.length} floors, ${inside.length} files, ${circles.length} circles`);
}
for (const fault of new Set(faults)) {
  console.error(fault);
}
console.log(
  faults.length === 0 ? 'Imports keep their direction.' : `${faults.length} imports go the wrong way.`,
);
process.exitCode = faults.length === 0 ? 0 : 1;

import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { createTables } from '@rowhouse/tables';
import { type Advice, type AdviseOptions, adviseIndexes } from '@rowhouse/tables-dev';
import type { AdviceGain, IndexProposal, MeasuringBuild } from '@rowhouse/tables-dev/internal';
import { defineCommand } from 'citty';
import { StartError } from '../base/errors.ts';
import { tableId } from '../definition/checkDefinition.ts';
import { connectDatabases, findDatabases, isUnavailable } from '../tables/databases/index.ts';
import { readTemplates, tableSets } from '../tables/tableSets.ts';
import { report } from './command.ts';
import { type ReadContext, readDatabase } from './withDatabase.ts';

/** Proposes indexes; applies none. */
export const tablesAdvise = defineCommand({
  meta: {
    name: 'tables:advise',
    description: 'Propose database indexes for the given tables, or for all tables.',
  },
  args: {
    tables: {
      type: 'positional',
      description: 'Route prefixes of the tables. Defaults to all.',
      required: false,
    },
    measure: {
      type: 'boolean',
      description:
        'Measure costs with the query planner: with hypopg if installed, otherwise by building the indexes in a ' +
        'transaction that is rolled back. Building blocks writes.',
      default: false,
    },
    yes: {
      type: 'boolean',
      description: 'Let --measure build indexes without confirmation.',
      default: false,
    },
    json: { type: 'boolean', description: 'Print the advice as JSON.', default: false },
  },
  run: ({ args }) =>
    report(() =>
      readDatabase(async (context) => {
        await context.service.requireMigrated(context.db);
        const names = args._.map(String);
        const advice = await adviceOf(context, names, {
          measure: args.measure,
          confirmBuild: confirmBuild(args.yes),
        });
        const texts = advice.map(({ database, ...own }) =>
          database === null
            ? adviceText(own, context.config.databaseSchema)
            : `-- The database ${database}:\n${adviceText(own, null)}`,
        );
        console.log(args.json ? JSON.stringify(jsonOf(advice), null, 2) : texts.join('\n\n'));
      }),
    ),
});

interface DatabaseAdvice extends Advice {
  /** Name of the served database; null for the service's own. */
  readonly database: string | null;
}

/** Advice for the named tables of all databases; without names, for all tables that have a definition or a template. */
async function adviceOf(
  { service, db, config, log }: ReadContext,
  names: readonly string[],
  options: Pick<AdviseOptions, 'measure' | 'confirmBuild'>,
): Promise<readonly DatabaseAdvice[]> {
  const databases = await findDatabases(service.databases);
  const served = await connectDatabases(databases, { poolSize: 4, statementSeconds: 0, log });
  try {
    const templates = await readTemplates(service, { db, config, databases });
    const { sets, unavailable } = tableSets(service, { db, config, databases: served.databases, templates });
    const chosen = sets.filter(({ from, options: { definitions } }, index) =>
      names.length === 0
        ? from !== 'catalogue'
        : definitions.some((table) => names.includes(tableId(table))) || index === 0,
    );
    const advice: DatabaseAdvice[] = [];
    for (const [index, { database, options: own }] of chosen.entries()) {
      const isOf = (name: string, set = own) => set.definitions.some((table) => tableId(table) === name);
      const missing = names.filter((name) => !chosen.some((set) => isOf(name, set.options)));
      const missed = missing.find((name) => isUnavailable(unavailable, name));
      if (missed) throw new StartError(`The database of the table "${missed}" is not available.`);
      // The first set reports unknown names.
      const tables = [...names.filter((name) => isOf(name)), ...(index === 0 ? missing : [])];
      if (names.length > 0 && tables.length === 0) continue;
      if (database !== null && options.measure) {
        throw new StartError(
          `--measure builds indexes, and connections to the database "${database}" only read. Leave it out, or name tables ` +
            "of the service's own database.",
        );
      }
      const made = await adviseIndexes(createTables(own), {
        ...options,
        ...(names.length > 0 && { tables }),
      });
      advice.push({ database, ...made });
    }

    return advice;
  } finally {
    await served.close();
  }
}

/** Advice for the service's own database, and that for others under `databases`. */
function jsonOf(advice: readonly DatabaseAdvice[]) {
  const others = advice.filter(({ database }) => database !== null);
  const own = advice.filter(({ database }) => database === null);

  return {
    proposals: own.flatMap(({ proposals }) => proposals),
    notes: own.flatMap(({ notes }) => notes),
    ...(others.length > 0 && { databases: others }),
  };
}

/** The advice as executable SQL; explanations are comments. */
export function adviceText({ proposals, notes }: Advice, schema: string | null): string {
  const statements = new Set<string>();
  const blocks = proposals.map((proposal) => {
    const own = proposal.statements.filter((statement) => !statements.has(statement));
    for (const statement of own) statements.add(statement);

    return [...comments(proposal), ...own.map((statement) => `${statement};`)].join('\n');
  });
  const count = proposals.length === 1 ? 'one index' : `${proposals.length} indexes`;
  const head =
    proposals.length === 0
      ? '-- No index is proposed.'
      : `-- Proposed: ${count}. Nothing was changed.\n` +
        '-- Every index slows writes down: create those for the columns that users sort, search and filter by.\n' +
        '-- Run them outside a transaction, then VACUUM ANALYZE the tables. A running service uses them within seconds.' +
        (schema === null ? '' : `\nSET search_path TO ${schema}, public;`);
  const remarks = notes.map((note) => `-- ${note}`);

  return [head, ...blocks, ...(remarks.length > 0 ? [`-- Also:\n${remarks.join('\n')}`] : [])].join('\n\n');
}

const bases: Record<AdviceGain['basis'], string> = {
  measured: 'measured by the planner with all of these indexes',
  hypothetical: 'measured by the planner with all of these as hypothetical indexes (hypopg)',
  estimated: 'estimated by a formula; --measure uses the planner',
};

function comments({ table, columns, rows, reasons, gain, size, superfluous }: IndexProposal): string[] {
  return [
    `-- ${table} (${columns.join(', ')}), of about ${Math.round(rows).toLocaleString('en')} rows`,
    ...reasons.map(
      ({ template, feature, plan }) => `--   for ${template}, ${feature}${plan ? `: now ${plan}` : ''}`,
    ),
    ...(gain
      ? [
          `--   cost of the ${gain.feature}: ${gain.before.toLocaleString('en')} → ${gain.after.toLocaleString('en')}, ${
            bases[gain.basis]
          }`,
        ]
      : ['--   the gain is unknown: the planner of this database reports no comparable costs']),
    ...(size ? [`--   size: about ${sizeText(size.bytes)}, ${size.basis}`] : []),
    ...superfluous.map(
      ({ name, statement }) =>
        `--   ${name} becomes superfluous; drop it after this index is built and used: ${statement};`,
    ),
  ];
}

/** Bytes as a person reads them: `35.6 MB`. */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1000 ** power;

  return `${power === 0 ? value : value.toPrecision(3)} ${units[power]}`;
}

interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/**
 * Asks for confirmation before indexes are built for measuring, unless `yes` is set. The prompt is written to the error stream,
 * since the output is SQL. @throws StartError with status 2 without a terminal.
 */
export function confirmBuild(
  yes: boolean,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): NonNullable<AdviseOptions['confirmBuild']> {
  return async (build) => {
    if (yes) return true;

    if (!input.isTTY || !output.isTTY) {
      throw new StartError(
        `${buildText(build)}\nAdd --yes to confirm, install the extension hypopg to avoid building, or omit --measure for estimates.`,
        { status: 2 },
      );
    }

    const questions = createInterface({ input, output });
    try {
      // The input may end without a reply.
      const ended = once(questions, 'close').then(() => '');
      const reply = questions.question(`${buildText(build)}\nContinue? [y/N] `);

      return /^y(es)?$/i.test((await Promise.race([reply, ended])).trim());
    } finally {
      questions.close();
    }
  };
}

function buildText({ tables, indexes }: MeasuringBuild): string {
  const count = indexes === 1 ? 'one index' : `each of ${indexes} indexes`;

  return `--measure builds ${count} in a transaction that is rolled back; it blocks writes to ${tables.join(', ')} meanwhile.`;
}

import { type Advice, type AdviceGain, createTables, type IndexProposal } from '@rowhouse/tables';
import { defineCommand } from 'citty';
import { confirmBuild } from './confirmBuild.ts';
import { report } from './report.ts';
import { sizeText } from './sizeText.ts';
import { readDatabase } from './withDatabase.ts';

/** Proposes indexes; applies none. */
export const tablesAdvise = defineCommand({
  meta: {
    name: 'tables:advise',
    description: 'Propose database indexes for the tables named after the command, or for all of them.',
  },
  args: {
    measure: {
      type: 'boolean',
      description:
        'Ask the planner for its costs: by hypopg where it is installed, otherwise by building the indexes in a ' +
        'transaction that is rolled back, which blocks writes meanwhile.',
      default: false,
    },
    yes: { type: 'boolean', description: 'Let --measure build indexes without asking.', default: false },
    json: { type: 'boolean', description: 'Print the advice as JSON.', default: false },
  },
  run: ({ args }) =>
    report(() =>
      readDatabase(async ({ service, db, config }) => {
        await service.requireMigrated(db);
        const tables = createTables(service.tablesOptions({ db, config }));
        const names = args._.map(String);
        const advice = await tables.advise({
          measure: args.measure,
          confirmBuild: confirmBuild(args.yes),
          ...(names.length > 0 && { tables: names }),
        });
        console.log(args.json ? JSON.stringify(advice, null, 2) : adviceText(advice, config.databaseSchema));
      }),
    ),
});

/** The advice as SQL that can be run as it is: all that is said stands in comments. */
export function adviceText({ proposals, notes }: Advice, schema: string): string {
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
        '-- Each costs something at every write: take those of what people really sort, search and filter by.\n' +
        '-- Run them outside a transaction, then VACUUM ANALYZE the tables. A running service uses them within seconds.\n' +
        `SET search_path TO ${schema}, public;`;
  const told = notes.map((note) => `-- ${note}`);

  return [head, ...blocks, ...(told.length > 0 ? [`-- Also:\n${told.join('\n')}`] : [])].join('\n\n');
}

const bases: Record<AdviceGain['basis'], string> = {
  measured: 'by the planner, with all of these indexes',
  hypothetical: 'by the planner, with all of these as hypothetical indexes (hypopg)',
  estimated: 'estimated by a formula; --measure asks the planner',
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
      : ['--   the gain is not known: this database’s planner gives no costs to compare']),
    ...(size ? [`--   size: about ${sizeText(size.bytes)}, ${size.basis}`] : []),
    ...superfluous.map(
      ({ name, statement }) =>
        `--   ${name} becomes superfluous; drop it after this index is built and used: ${statement};`,
    ),
  ];
}

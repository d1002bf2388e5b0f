import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { AdviseOptions, MeasuringBuild } from '@rowhouse/tables/dev';
import { StartError } from '../kernel/StartError.ts';

interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/**
 * Asks on the terminal before indexes are built to be measured. `yes`: they may be. Without a terminal there has to be
 * `yes`; otherwise throws a `StartError` of status 2. The question goes to the error stream: the output is SQL.
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
      // The input may end without an answer.
      const ended = once(questions, 'close').then(() => '');
      const answer = questions.question(`${buildText(build)}\nContinue? [y/N] `);

      return /^y(es)?$/i.test((await Promise.race([answer, ended])).trim());
    } finally {
      questions.close();
    }
  };
}

function buildText({ tables, indexes }: MeasuringBuild): string {
  const count = indexes === 1 ? 'one index' : `each of ${indexes} indexes`;

  return `--measure builds ${count} in a transaction that is rolled back; it blocks writes to ${tables.join(', ')} meanwhile.`;
}

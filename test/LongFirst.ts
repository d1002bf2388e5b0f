import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take much longer than their size shows, longest first: they install packages, build, or wait for
 * processes. Measured alone.
 */
const long = [
  'test/packages/readme',
  'test/packages/createRowhouse',
  'test/packages/tarballApp',
  'test/packages/firstHour',
  'test/packages/node22',
  'test/packages/operatorGuide',
  'test/packages/checkPackages',
  'test/packages/optionalPeers',
  'test/packages/image',
  'test/packages/benchmarks',
  'test/packages/budgets',
  'packages/service/test/security/fuzz',
  'packages/service/pages/test/focus',
  'packages/service/pages/test/focusRightToLeft',
  'packages/service/src/kernel/database/replicas',
  'packages/service/src/modules/apiCalls/canaries',
  'packages/service/src/kernel/jobs/jobs',
];

/** Larger files first, as by default, but those that take longest before them, so that no core waits for one at the end. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const index = long.findIndex((name) => moduleId.endsWith(`/${name}.slow.test.ts`));

      return index === -1 ? long.length : index;
    };

    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

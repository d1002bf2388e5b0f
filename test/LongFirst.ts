import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that install packages: minutes, however short their files are. */
const long = /\/test\/packages\/(readme|benchmarks)\.slow\.test\.ts$/;

/** Larger files first, as by default, but those that take longest before them, so that no core waits for one at the end. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);

    return [
      ...sorted.filter(({ moduleId }) => long.test(moduleId)),
      ...sorted.filter(({ moduleId }) => !long.test(moduleId)),
    ];
  }
}

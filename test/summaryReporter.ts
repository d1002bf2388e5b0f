import type { Reporter, TestModule } from 'vitest/node';

/** Ends the output with one plain line: `N passed, N failed, N skipped`. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0 };

    for (const module of modules) {
      // No test fails of a file that cannot be loaded, nor of hooks that fail after the tests.
      for (const suite of [module, ...module.children.allSuites()]) counts.failed += suite.errors().length;

      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state === 'pending' ? 'failed' : state]++;
      }
    }

    process.on('exit', () => {
      process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
    });
  }
}

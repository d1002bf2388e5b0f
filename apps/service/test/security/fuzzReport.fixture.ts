/** From the root of the repository. */
export const reportPath = 'docs/reference/fuzz-report.md';

export interface FuzzedOperation {
  readonly method: string;
  readonly path: string;
  readonly statuses: readonly number[];
}

export function fuzzReport(operations: readonly FuzzedOperation[], seed: number): string {
  const rows = operations.map(
    ({ method, path, statuses }) =>
      `| ${method} | \`${path}\` | ${statuses.length} | ${classes(statuses).join(' | ')} |`,
  );
  const all = operations.flatMap(({ statuses }) => statuses);

  return `# Hostile requests

Each operation of the service's OpenAPI description, called as an administrator with requests that are wrong in one or two
places: numbers like 1e999 and -0, NUL bytes and halves of characters, texts of a megabyte, 50,000 levels of nesting, lists for
single values and the other way round, members twice or named \`__proto__\`, pieces of SQL, HTML, paths and headers, dates that are
none, unknown members, broken JSON, other content types, missing bodies. By
[a test](../../apps/service/test/security/fuzz.slow.test.ts) with a fixed seed (${seed}), so that every run sends the same.

A finding is: a status of 5xx; an error that is no \`application/problem+json\`; an answer that tells of files, stack traces,
SQL or secrets; no whole answer within 5 seconds; a service that does not work afterwards.

**${operations.length} operations, ${all.length} requests, no finding.**

| Method | Path | Requests | 2xx, 3xx | 4xx | 5xx | no answer |
|---|---|---|---|---|---|---|
${rows.join('\n')}
| | all | ${all.length} | ${classes(all).join(' | ')} |
`;
}

/** How many are fine, refused, failures and without an answer. */
function classes(statuses: readonly number[]): number[] {
  const count = (from: number, to: number) =>
    statuses.filter((status) => status >= from && status < to).length;

  return [count(200, 400), count(400, 500), count(500, 600), count(0, 200)];
}

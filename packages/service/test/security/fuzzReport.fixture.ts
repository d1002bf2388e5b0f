/** The requests of one caller to an operation. */
export interface FuzzedOperation {
  readonly method: string;
  readonly path: string;
  readonly caller: string;
  readonly statuses: readonly number[];
}

export function fuzzReport(operations: readonly FuzzedOperation[], seed: number): string {
  const all = statusesOf(operations);
  const routes = Map.groupBy(operations, ({ method, path }) => `${method} | \`${path}\``);
  const callers = Map.groupBy(operations, ({ caller }) => caller);

  return `# Hostile requests

Each operation of the service's OpenAPI description, called as an administrator, as an ordinary user and without
credentials, with requests that are wrong in one or two places: numbers like 1e999 and -0, NUL bytes and halves of characters,
texts of a megabyte, 50,000 levels of nesting, lists for single values and the other way round, members twice or named
\`__proto__\`, pieces of SQL, HTML, paths and headers, invalid dates, unknown members, broken JSON, missing bodies. Bodies
are sent as URL-encoded and multipart forms too, in other and unknown charsets, compressed, and as what they are not. The
seed is fixed (${seed}), so that every run sends the same.

A finding is: a status of 5xx; an error that is no \`application/problem+json\`; a response with file names, stack traces,
SQL or secrets; no whole response within 5 seconds; a service that does not work afterwards.

**${routes.size} operations, ${all.length} requests, no finding.**

| Caller | Requests | 2xx, 3xx | 4xx | 5xx | no response |
|---|---|---|---|---|---|
${rowsOf(callers)}

| Method | Path | Requests | 2xx, 3xx | 4xx | 5xx | no response |
|---|---|---|---|---|---|---|
${rowsOf(routes)}
| | all | ${all.length} | ${classes(all).join(' | ')} |
`;
}

function rowsOf(groups: ReadonlyMap<string, readonly FuzzedOperation[]>): string {
  return [...groups]
    .map(([name, group]) => {
      const statuses = statusesOf(group);

      return `| ${name} | ${statuses.length} | ${classes(statuses).join(' | ')} |`;
    })
    .join('\n');
}

function statusesOf(operations: readonly FuzzedOperation[]): number[] {
  return operations.flatMap(({ statuses }) => statuses);
}

/** Numbers of successes, refusals, failures and missing responses. */
function classes(statuses: readonly number[]): number[] {
  const count = (from: number, to: number) =>
    statuses.filter((status) => status >= from && status < to).length;

  return [count(200, 400), count(400, 500), count(500, 600), count(0, 200)];
}

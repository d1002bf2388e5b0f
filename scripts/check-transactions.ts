import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'vite';

/**
 * Refuses the use of the pool inside its own transaction: `db` in the function given to `db.transaction().execute` or to
 * `hooks.changing(db, …)`. Such a function holds one connection and waits for a second one; as many at the same time as the
 * pool has connections wait for each other. It does not follow calls: the service's route tests run with a pool of one
 * connection, so that those deadlock.
 */

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

/** Names of pools, whichever of them the transaction belongs to. */
const pools = new Set(['db', 'accessDb']);

/** Another folder for tests, which plant faults. */
const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'));
const faults = globSync('{packages,apps,examples}/*/{src,api}/**/*.ts', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/*.test.ts', '**/*.fixture.ts'],
}).flatMap((file) => faultsOf(file, readFileSync(join(root, file), 'utf8')));

for (const fault of faults) console.error(fault);
console.log(
  faults.length === 0
    ? 'Transactions use their own connection.'
    : `${faults.length} transactions use a second connection.`,
);
process.exitCode = faults.length === 0 ? 0 : 1;

function faultsOf(file: string, source: string): string[] {
  if (!/\.transaction\(\)|\.changing\(/.test(source)) return [];
  const program = parseSync(file, source).program as unknown as Node;
  const nodes = [...descendants(program)];
  const functions = namedFunctions(nodes);
  const builders = namedBuilders(nodes, source);
  const begun = (node: Node) => builders.get(textOf(node, source)) ?? textOf(node, source);

  return nodes.flatMap((node) => {
    const transaction = transactionOf(node, source, begun);
    const given =
      transaction?.run.type === 'Identifier' ? functions.get(`${transaction.run.name}`) : transaction?.run;
    if (transaction === null || given === undefined || !isFunction(given)) return [];
    const names = new Set([...pools, transaction.pool]);
    for (const name of boundNames(given)) names.delete(name);

    return uses(given.body as Node, names, source).map(
      ({ start, name }) =>
        `${file}:${lineOf(source, start)} uses ${name} inside a transaction of ${transaction.pool}. Use the transaction, or ` +
        'move it before or after.',
    );
  });
}

/** The pool and the function of a call that runs a function in a transaction; null for other nodes. */
function transactionOf(
  node: Node,
  source: string,
  begun: (node: Node) => string,
): { readonly pool: string; readonly run: Node } | null {
  const { type, callee, arguments: given } = node as Node & { callee?: Node; arguments?: readonly Node[] };
  if (type !== 'CallExpression' || callee?.type !== 'MemberExpression') return null;
  const method = (callee.property as Node).name;
  if (method === 'changing') {
    const [pool, , run] = given ?? [];

    return pool && run ? { pool: textOf(pool, source), run } : null;
  }
  const [run] = given ?? [];
  const [, pool] = /^(.+?)\s*\.transaction\(\)/s.exec(begun(callee.object as Node)) ?? [];

  return method === 'execute' && run && pool !== undefined ? { pool, run } : null;
}

function uses(
  node: Node,
  names: ReadonlySet<string>,
  source: string,
): { readonly start: number; readonly name: string }[] {
  const inner = isFunction(node) ? without(names, boundNames(node)) : names;
  const text = textOf(node, source);
  if ((node.type === 'Identifier' || node.type === 'MemberExpression') && inner.has(text)) {
    return [{ start: node.start, name: text }];
  }

  return childrenOf(node).flatMap((child) => uses(child, inner, source));
}

function without(names: ReadonlySet<string>, removed: readonly string[]): ReadonlySet<string> {
  return new Set([...names].filter((name) => !removed.includes(name)));
}

/** Names of the parameters of a function. */
function boundNames(node: Node): string[] {
  return (node.params as readonly Node[]).flatMap((param) => [...descendants(param)].flatMap(nameOf));
}

function nameOf(node: Node): string[] {
  return node.type === 'Identifier' ? [`${node.name}`] : [];
}

function namedFunctions(nodes: readonly Node[]): ReadonlyMap<string, Node> {
  return new Map(
    nodes.flatMap((node): [string, Node][] => {
      if (node.type === 'FunctionDeclaration') return [[`${(node.id as Node).name}`, node]];
      const { id, init } = node as Node & { id?: Node; init?: Node | null };

      return node.type === 'VariableDeclarator' && init && isFunction(init) ? [[`${id?.name}`, init]] : [];
    }),
  );
}

/** `const transaction = db.transaction()` → its text. */
function namedBuilders(nodes: readonly Node[], source: string): ReadonlyMap<string, string> {
  return new Map(
    nodes.flatMap((node): [string, string][] => {
      const { id, init } = node as Node & { id?: Node; init?: Node | null };
      const text = node.type === 'VariableDeclarator' && init ? textOf(init, source) : '';

      return /\.transaction\(\)[^;]*$/.test(text) && !text.includes('.execute(')
        ? [[`${id?.name}`, text]]
        : [];
    }),
  );
}

function isFunction({ type }: Node): boolean {
  return ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'].includes(type);
}

function* descendants(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* descendants(child);
}

/** Without names that refer to nothing: types, keys of objects and members after a dot. */
function childrenOf(node: Node): Node[] {
  return Object.entries(node).flatMap(([member, value]) => {
    if ((member === 'property' || member === 'key') && node.computed !== true) return [];

    return [value].flat().filter((child): child is Node => isNode(child) && !isType(child));
  });
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** `as` and `!` contain an expression. */
function isType({ type }: Node): boolean {
  return type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(type);
}

function textOf({ start, end }: Node, source: string): string {
  return source.slice(start, end);
}

function lineOf(source: string, position: number): number {
  return source.slice(0, position).split('\n').length;
}

import type { Node } from './keys.ts';

export interface Fault {
  /** Of the key at fault. */
  readonly path: readonly string[];
  /** A sentence for the operator. */
  readonly text: string;
}

/** The sentence about a value that is not acceptable; `source` is where it was written. */
export function describeFault(source: string, node: Node, value: unknown, expected: string): string {
  // A section that is no object is reported as a whole, with the secrets that may be in it.
  const shown = hasSecret(node) ? 'not acceptable (its value is not shown)' : JSON.stringify(value);

  return `${source} is ${shown}, but must be ${expected}.`;
}

function hasSecret(node: Node): boolean {
  if (node.kind === 'key') return node.secret === true;
  return Object.values(node.kind === 'named' ? { each: node.each } : node.keys).some(hasSecret);
}

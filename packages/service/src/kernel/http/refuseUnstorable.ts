import { Readable } from 'node:stream';
import fastifyPlugin from 'fastify-plugin';
import { invalidRequest } from '../invalidRequest.ts';

/** Levels of a body; no endpoint has so many, and what follows them by recursion would run out of stack. */
const deepest = 50;

/**
 * Refuses what no endpoint could do anything with, wherever it stands, before it gets there and fails as a fault of ours:
 * texts that no database could hold, and endless nesting.
 */
export const refuseUnstorable = fastifyPlugin(
  async (app) => {
    app.addHook('preValidation', async ({ params, query, body, routeOptions }) => {
      const takesAnyText = routeOptions.config.takesAnyText === true;
      // The path of a file is looked up, not stored.
      const named = typeof params === 'object' && params !== null && '*' in params ? null : params;
      for (const part of [named, query, body]) {
        const fault = faultOf(part, [], takesAnyText);
        if (fault !== null)
          throw invalidRequest({ [fault.path.slice(0, 4).join('.') || 'body']: [fault.text] });
      }
    });
  },
  { name: 'refuse-unstorable', dependencies: ['error-handling'] },
);

interface Fault {
  readonly path: readonly string[];
  readonly text: string;
}

const unstorable = 'has a NUL character or half of a surrogate pair, which cannot be stored; remove it';
const nested = `is nested deeper than ${deepest} levels`;

/** The first one; null when there is none. */
function faultOf(value: unknown, path: readonly string[], takesAnyText: boolean): Fault | null {
  if (typeof value === 'string') return takesAnyText || isStorable(value) ? null : { path, text: unstorable };
  if (typeof value !== 'object' || value === null) return null;
  if (value instanceof Uint8Array || value instanceof Readable) return null;
  if (path.length >= deepest) return { path, text: nested };
  for (const [name, member] of Object.entries(value)) {
    if (!takesAnyText && !isStorable(name)) return { path, text: unstorable };
    const found = faultOf(member, [...path, name], takesAnyText);
    if (found !== null) return found;
  }

  return null;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

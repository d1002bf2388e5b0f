/** JSON Schema of a problem. */
export const problemSchema = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
} as const;

/** Responses for an OpenAPI description, from status → description. */
export function problemResponses(descriptions: Readonly<Record<number, string>>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(descriptions).map(([status, description]) => [
      status,
      { description, content: { 'application/problem+json': { schema: problemSchema } } },
    ]),
  );
}

interface DescribedRoute {
  readonly schema: object;
  readonly validatorCompiler: () => () => boolean;
  readonly serializerCompiler: () => (body: unknown) => string;
}

/** Options of a Fastify route whose schema is documentation only: it neither validates nor serialises. */
export function describeOnly(schema: object): DescribedRoute {
  return { schema, validatorCompiler: () => () => true, serializerCompiler: () => JSON.stringify };
}

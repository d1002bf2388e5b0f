/** Moves parts of operations into components, to which any number of operations refers. */
export function sharedComponents() {
  const components = {
    parameters: {} as Record<string, object>,
    requestBodies: {} as Record<string, object>,
    responses: {} as Record<string, object>,
  };
  let last = 0;
  // Names without those of the operation: its caller may not know it.
  const move = (kind: keyof typeof components, component: object) => {
    const name = `shared${++last}`;
    components[kind][name] = component;

    return { $ref: `#/components/${kind}/${name}` };
  };

  return {
    components,
    /** The operation with references instead of its parts. */
    refer({ parameters, requestBody, responses = {}, ...operation }: Operation): Operation {
      return {
        ...operation,
        ...(parameters && { parameters: parameters.map((component) => move('parameters', component)) }),
        ...(requestBody && { requestBody: move('requestBodies', requestBody) }),
        responses: Object.fromEntries(
          Object.entries(responses).map(([status, component]) => [status, move('responses', component)]),
        ),
      };
    },
  };
}

/** An operation of OpenAPI 3.1. */
export interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses?: Readonly<Record<string, object>>;
}

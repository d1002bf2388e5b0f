import { startTestService } from '@rowhouse/service/testing';
import demo from '../../apps/demo/rowhouse.config.ts';

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
}

/** The OpenAPI description of the service with the demo, as an administrator reads it. */
export interface OpenApi {
  readonly servers: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Starts the demo on a temporary database, and requests its description. */
export async function readOpenApi(): Promise<OpenApi> {
  const service = await startTestService(demo);
  try {
    const administrator = await service.signIn({ role: 'administrator' });

    const description = (await administrator.get('/api/openapi.json')).body as unknown as OpenApi;

    // The address of the temporary service is none for a reader.
    return { ...description, servers: [] };
  } finally {
    await service.stop();
  }
}

/** The page of the endpoints, with links to the document and to its viewer. */
export function endpointsPage({ paths }: OpenApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      ...operation,
    })),
  );
  const groups = Map.groupBy(operations, ({ tags: [tag = 'Others'] = [] }) => tag);
  const sections = [...groups].map(
    ([tag, own]) =>
      `## ${tag}\n\n| Request | Name | |\n| --- | --- | --- |\n${own
        .map(
          ({ method, path, operationId, summary = '' }) =>
            `| \`${method} ${path}\` | ${operationId === undefined ? '' : `\`${operationId}\``} | ${cell(summary)} |`,
        )
        .join('\n')}`,
  );

  return `# Endpoints

Every endpoint of the service with the demo, whose tables are orders and cities. Each request and response is described by
[the OpenAPI document](openapi.json), which [its viewer](openapi/index.html){target="_self"} shows. Every running service has its own at
\`/api/openapi.json\` and \`/docs\`, with what the caller may call.

${sections.join('\n\n')}
`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
}

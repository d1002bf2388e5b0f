import type { FastifyInstance } from 'fastify';

export interface CalledButton {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

/** What the buttons of the table `everything` call. Each call is noted. */
export async function buttonRoutes(
  app: FastifyInstance,
  { called }: { called: CalledButton[] },
): Promise<void> {
  const route = (
    name: string,
    method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE',
    url: string,
    status = 200,
  ) =>
    app.route({
      method,
      url,
      config: { name },
      handler: async (request, reply) => {
        called.push({ name, method, url: request.url, body: request.body });
        return reply.code(status).send({ message: `${name} is done.` });
      },
    });
  route('everything.exportExcel', 'GET', '/everything/exportExcel', 202);
  route('everything.action', 'PATCH', '/everything/action');
  route('everything.touch', 'POST', '/everything/touch');
  route('everything.archive', 'PUT', '/everything/archive');
  route('everything.manual', 'GET', '/everything/manual');
  route('everything.ping', 'GET', '/everything/ping');
  route('everything.destroy', 'DELETE', '/everything/:everything');
  route('everything.download', 'GET', '/everything/:everything/download');
  app.get('/kinds/options', { config: { name: 'kinds.options' } }, async (request) => {
    const { query = '' } = request.query as { query?: string };
    return ['Alpha', 'Beta', 'Gamma', 'Delta']
      .map((name, index) => ({ id: index + 1, name }))
      .filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));
  });
}

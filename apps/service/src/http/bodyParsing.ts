import fastifyPlugin from 'fastify-plugin';

/**
 * Only JSON bodies: plain text, which pages of other sites may send without asking, is answered with 415. An empty
 * body counts as none, since some clients announce JSON on DELETE requests and send nothing.
 */
export const bodyParsing = fastifyPlugin(
  async (app) => {
    const parseJson = app.getDefaultJsonParser('error', 'error');
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
      if (body === '') done(null, undefined);
      else parseJson(request, body as string, done);
    });
  },
  { name: 'body-parsing' },
);

import fastifyCompress from '@fastify/compress';
import fastifyPlugin from 'fastify-plugin';

/**
 * Compresses JSON and CSV responses of at least 1.4 kB, which fill more than one packet. Everything else is sent as it
 * is: event streams have to arrive message by message, spreadsheets and images are compressed already, and the pages'
 * files are compressed when they are built (pages.ts). A route whose response holds a credential sets `compress: false`,
 * since the size of a compressed response reveals parts of a secret to anyone who can also place text in it (BREACH).
 */
export const compression = fastifyPlugin(
  async (app) => {
    await app.register(fastifyCompress, {
      // A compressed request body could expand without limit.
      globalDecompression: false,
      threshold: 1_400,
      customTypes: /^(application\/(problem\+)?json|text\/csv)\b/,
      encodings: ['br', 'gzip'],
    });
  },
  { name: 'compression' },
);

import { defineConfig } from 'vite';

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  resolve: {
    // Within this repository the client is used from its sources.
    conditions: ['@rowhouse/source', 'module', 'browser', command === 'serve' ? 'development' : 'production'],
  },
  // The page and the server of the table on one address, as behind a proxy in production.
  server: { proxy: { '/api': process.env.ROWHOUSE_URL ?? 'http://127.0.0.1:3000' } },
}));

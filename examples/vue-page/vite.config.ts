import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [vue()],
  resolve: {
    // Within this repository the component is used from its sources.
    conditions: ['@rowhouse/source', 'module', 'browser', command === 'serve' ? 'development' : 'production'],
  },
  // The page and the service on one address, as behind a proxy in production.
  server: { proxy: { '/api': process.env.ROWHOUSE_URL ?? 'http://127.0.0.1:3000' } },
}));

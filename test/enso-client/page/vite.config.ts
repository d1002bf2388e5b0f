import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

/** No aliases: every import of the client is the file that npm installed. */
export default defineConfig({
  plugins: [vue()],
  css: {
    preprocessorOptions: {
      // Its styles are written for an older Sass.
      scss: {
        quietDeps: true,
        silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'slash-div'],
      },
    },
  },
});

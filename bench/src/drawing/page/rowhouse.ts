import { VueTable } from '@rowhouse/table-vue';
import { createApp, h, nextTick, ref } from 'vue';
import type { Contender, Drawn } from './Contender.ts';
import { init, response } from './data.ts';

/** The whole component, its controls and its way to the server included; only the network is left out. */
export const rowhouse: Contender = { mount: (stage) => mountTable(stage) };

/** Draws pages of `length` rows. */
export async function mountTable(stage: HTMLElement, length?: number): Promise<Drawn> {
  let fetched = Promise.withResolvers<void>();
  let page = 1;
  const http = (async (path: string | URL | Request) => {
    const body = String(path).startsWith('/init') ? init(length) : response(page, length);
    return {
      ok: true,
      status: 200,
      headers: new Headers({ 'content-type': 'application/json' }),
      json: async () => body,
      text: async () => JSON.stringify(body),
    };
  }) as typeof fetch;
  const table = ref<InstanceType<typeof VueTable>>();
  const app = createApp(() =>
    h(VueTable, { id: 'drawing', path: '/init', http, onFetched: () => fetched.resolve(), ref: table }),
  );
  app.mount(stage);
  await fetched.promise;
  await nextTick();
  return {
    show: async (next) => {
      fetched = Promise.withResolvers();
      page = next;
      table.value?.table.goToPage(next);
      await fetched.promise;
      await nextTick();
    },
    unmount: () => app.unmount(),
  };
}

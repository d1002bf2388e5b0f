import 'bulma/css/bulma.css';
import '@fortawesome/fontawesome-free/css/all.css';
import '@rowhouse/table-vue/style.css';
import { httpTableViews, RecordForm, useRecordForm, VueTable } from '@rowhouse/table-vue';
import { createApp, h, reactive, ref } from 'vue';
import { axiosLike } from './axiosLike.ts';
import type { HarnessWindow } from './HarnessWindow.ts';

const harness = window as unknown as HarnessWindow;
const options = reactive({ id: 'everything', path: '/api/everything/init', ...harness.tableOptions });
harness.tableOptions = options;
const { axiosCalls, routed, withViews } = harness;
const record = (name: string) => (payload?: unknown) => {
  harness.tableEvents.push({
    name,
    payload: payload === undefined ? undefined : JSON.parse(JSON.stringify(payload)),
  });
};
const listeners = Object.fromEntries(
  harness.listenTo.map((name) => [`on${name[0]?.toUpperCase()}${name.slice(1)}`, record(name)]),
);
const dictionary = harness.dictionary;
const table = ref<unknown>();
harness.slotDraws = 0;

const translations = dictionary && { i18n: (text: string) => dictionary[text] ?? text };
const { recordForm } = harness;
const formPage = recordForm && {
  setup: () => {
    const form = useRecordForm({ ...recordForm, ...translations });

    return () => [h('h1', 'Parcel'), h(RecordForm, { form, onSaved: record('saved') })];
  },
};
const tablePage = {
  setup: () => () =>
    h(
      VueTable,
      {
        ...options,
        ...translations,
        ...(withViews && { views: httpTableViews({ table: `${options.id}` }) }),
        ...(axiosCalls && { http: axiosLike(axiosCalls) }),
        ...(!routed && { navigate: record('navigate') }),
        ...listeners,
        ref: table,
      },
      {
        customer: (props: { column: { name: string }; row: Record<string, unknown>; loading: boolean }) => {
          harness.slotDraws += 1;
          return h(
            'em',
            { class: 'slotted', 'data-column': props.column.name, 'data-loading': `${props.loading}` },
            `${props.row.customer}!`,
          );
        },
        price_custom_total: (props: { total: Record<string, unknown>; column: { name: string } }) =>
          h(
            'strong',
            { class: 'custom-total', 'data-column': props.column.name },
            JSON.stringify(props.total),
          ),
        preview: (props: { row: Record<string, unknown> }) =>
          h('p', { class: 'previewed' }, `Preview of ${props.row.number}`),
        'drawn-button': (props: Record<string, unknown>) =>
          h('em', { class: 'drawn', 'data-props': Object.keys(props).sort().join() }, `${props.label}`),
        'slotted-button': (props: Record<string, unknown>) =>
          h(
            'button',
            { type: 'button', class: 'slotted-button', 'data-props': Object.keys(props).sort().join() },
            'Slot',
          ),
      },
    ),
};
const app = createApp(formPage ?? tablePage);

if (routed)
  Object.assign(app.config.globalProperties, { $router: { push: (to: unknown) => routed.push(to) } });
app.mount('#app');
harness.table = table;

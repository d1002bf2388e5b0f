import 'bulma/css/bulma.css';
import { VueTable } from '@enso-ui/tables/bulma';
import { library } from '@fortawesome/fontawesome-svg-core';
import {
  faBox,
  faChartPie,
  faGift,
  faTruck,
  faTruckFast,
  faUserSecret,
} from '@fortawesome/free-solid-svg-icons';
import axios from 'axios';
import { createApp, h } from 'vue';

// Icons of the templates, in addition to those of the table.
library.add(faBox, faChartPie, faGift, faTruck, faTruckFast, faUserSecret);

/** Names of the table's events, with what came along; read by the tests. */
const emitted: [name: string, payload: unknown][] = [];
const listener = (name: string) => (payload: unknown) => emitted.push([name, payload]);

const table = new URLSearchParams(location.search).get('table') ?? 'orders';

createApp({
  render: () =>
    h(VueTable, {
      id: table,
      path: `/api/${table}/init`,
      http: axios,
      onDestroy: listener('destroy'),
      onDestroyed: listener('destroyed'),
      onMarkPaid: listener('mark-paid'),
      onMarkedPaid: listener('marked-paid'),
      onClicked: listener('clicked'),
    }),
}).mount('#app');

Object.assign(window, { emitted });

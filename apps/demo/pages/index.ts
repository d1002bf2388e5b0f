import { definePages } from '@rowhouse/service/pages';
import CustomerCell from './orders/CustomerCell.vue';
import NetTotal from './orders/NetTotal.vue';
import OrderPreview from './orders/OrderPreview.vue';

/** Pages of the shop, and the cells that it draws in its tables. */
export default definePages({
  routes: [
    {
      path: '/orders',
      name: 'orders',
      component: () => import('./OrdersView.vue'),
      permissions: ['orders.init', 'orders.tableData'],
    },
    {
      path: '/orders/:order',
      name: 'orders.show',
      component: () => import('./OrderView.vue'),
      permissions: ['orders.show'],
    },
    {
      path: '/cities',
      name: 'cities',
      component: () => import('./CitiesView.vue'),
      permissions: ['cities.init', 'cities.tableData'],
    },
  ],
  slots: { orders: { customer: CustomerCell, net_custom_total: NetTotal, preview: OrderPreview } },
});

import 'bulma/css/bulma.css';
import '@fortawesome/fontawesome-free/css/fontawesome.css';
import '@fortawesome/fontawesome-free/css/solid.css';
import '@fortawesome/fontawesome-free/css/regular.css';
import '@rowhouse/table-vue/style.css';
import './style/index.css';
import { createApp } from 'vue';
import App from './App.vue';
import { followOnline } from './online.ts';
import { router } from './router.ts';
import { followTheme } from './theme.ts';

followTheme();
followOnline();
createApp(App).use(router).mount('#app');

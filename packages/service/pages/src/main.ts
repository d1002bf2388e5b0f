import 'bulma/css/bulma.css';
import 'virtual:icons.css';
import '@rowhouse/table-vue/style.css';
import './style/index.css';
import { loadMissingIcons } from '@rowhouse/table-vue';
import { createApp } from 'vue';
import App from './App.vue';
import { sendBrowserTimeZone } from './browserTimeZone.ts';
import { loadIcon } from './loadIcon.ts';
import { followOnline } from './online.ts';
import { router } from './router.ts';
import { followTheme } from './theme.ts';

sendBrowserTimeZone();
followTheme();
followOnline();
loadMissingIcons(loadIcon);
createApp(App).use(router).mount('#app');

import 'bulma/css/bulma.css';
import '@fortawesome/fontawesome-free/css/all.css';
import '@rowhouse/table-vue/style.css';
import { createApp } from 'vue';
import App from './App.vue';

createApp(App).mount('#app');

import { defineService } from '@rowhouse/service';
import { office } from './office/index.ts';

export default defineService({ modules: [office] });

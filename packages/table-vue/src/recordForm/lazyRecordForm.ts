import { lazyPart } from '../lazyPart.ts';

/** `RecordForm.vue`, loaded when it is first drawn. */
export const RecordForm = lazyPart(() => import('./RecordForm.vue'));

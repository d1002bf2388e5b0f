import { lazyPart } from '../lazyPart.ts';

/** `RecordForm.vue`, loaded when it is first drawn. */
export const RecordForm: typeof import('./RecordForm.vue').default = lazyPart(
  () => import('./RecordForm.vue'),
);

import { lazyComponent } from '../lazyComponent.ts';

/** `RecordForm.vue`, loaded when it is first drawn. */
export const RecordForm: typeof import('./RecordForm.vue').default = lazyComponent(
  () => import('./RecordForm.vue'),
);

import { lazyComponent } from '../lazyComponent.ts';

/** `RecordFields.vue`, loaded when it is first drawn. */
export const RecordFields: typeof import('./RecordFields.vue').default = lazyComponent(
  () => import('./RecordFields.vue'),
);

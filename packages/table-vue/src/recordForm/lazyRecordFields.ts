import { lazyPart } from '../lazyPart.ts';

/** `RecordFields.vue`, loaded when it is first drawn. */
export const RecordFields: typeof import('./RecordFields.vue').default = lazyPart(
  () => import('./RecordFields.vue'),
);

import { type AsyncComponentLoader, type Component, defineAsyncComponent } from 'vue';
import LoadFailure from './LoadFailure.vue';

/**
 * A part of the table that is loaded when it is first drawn. If it cannot be loaded, for example after a new
 * deployment, a message is shown; drawing it again tries again.
 */
export function lazyComponent<Loaded extends Component>(
  load: AsyncComponentLoader<Loaded>,
  /** Drawn until it is loaded, if there must be content. */
  placeholder?: Component,
): Loaded {
  return defineAsyncComponent({
    loader: load,
    errorComponent: LoadFailure,
    ...(placeholder && { loadingComponent: placeholder, delay: 0 }),
  });
}

import { type AsyncComponentLoader, type Component, defineAsyncComponent } from 'vue';
import LoadFailure from './LoadFailure.vue';

/**
 * A part of the table that is loaded when it is first drawn. If it cannot be loaded, for example after a new
 * deployment, a message is shown; drawing it again tries again.
 */
export function lazyPart<Part extends Component>(
  load: AsyncComponentLoader<Part>,
  /** Drawn until it is loaded, if there must be content. */
  placeholder?: Component,
): Part {
  return defineAsyncComponent({
    loader: load,
    errorComponent: LoadFailure,
    ...(placeholder && { loadingComponent: placeholder, delay: 0 }),
  });
}

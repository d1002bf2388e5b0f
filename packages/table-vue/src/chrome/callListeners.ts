import { type ComponentInternalInstance, callWithAsyncErrorHandling, camelize, toHandlerKey } from 'vue';

/** Vue's number for errors thrown by a component's listeners. */
const componentEventHandler = 6;

/**
 * Calls what a host has put on an event whose name is known only at run time, so that no component can declare it:
 * `@export-excel`, `onExportExcel` and `onExport-excel` are the same. `instance` has `inheritAttrs: false`.
 */
export function callListeners(instance: ComponentInternalInstance, event: string, payload: unknown): void {
  for (const key of new Set([toHandlerKey(event), toHandlerKey(camelize(event))])) {
    const listeners: unknown = instance.attrs[key];

    for (const listener of Array.isArray(listeners) ? listeners : [listeners]) {
      if (typeof listener === 'function') {
        callWithAsyncErrorHandling(listener as () => void, instance, componentEventHandler, [payload]);
      }
    }
  }
}

import type { Translate } from '@rowhouse/table-client';
import type { InjectionKey } from 'vue';

/** Translates the message about a part that cannot be loaded. */
export const loadFailureTranslate: InjectionKey<Translate> = Symbol('loadFailureTranslate');

import type { Channel } from '../../kernel/Notifier.ts';

/** What a user wants of one type; what is left out stays as it is. */
export type Preference = { readonly type: string } & { readonly [name in Channel]?: boolean };

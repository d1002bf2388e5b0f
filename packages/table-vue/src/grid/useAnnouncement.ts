import type { Translate } from '@rowhouse/table-client';
import { sayAgain } from '@rowhouse/table-client/internal';
import { type Ref, ref } from 'vue';

/** Announces a text to screen readers; translated. */
export type Say = (text: string, params?: Parameters<Translate>[1]) => void;

export interface Announcement {
  /** The newest text. */
  readonly announcement: Readonly<Ref<string>>;
  readonly say: Say;
}

/** A text for screen readers. */
export function useAnnouncement(translate: Translate): Announcement {
  const announcement = ref('');

  return {
    announcement,
    say: (text, params = {}) => {
      announcement.value = sayAgain(announcement.value, translate(text, params));
    },
  };
}

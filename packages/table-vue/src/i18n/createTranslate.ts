import type { Translate } from '@rowhouse/table-client';
import { type MaybeRefOrGetter, shallowRef, toValue, watchEffect } from 'vue';
import { loadTexts, type Texts } from './texts.ts';

/**
 * The `i18n` of a table in one of the component's languages. Its texts are loaded on demand, and are English until
 * then. `applicationTexts` adds texts of the application, such as labels of columns, and takes precedence.
 *
 * Numbers and plurals follow `<html lang>`, which the page sets to the same language.
 */
export function createTranslate(
  language: MaybeRefOrGetter<string>,
  applicationTexts: MaybeRefOrGetter<Texts> = {},
): Translate {
  const loaded = shallowRef<Texts>({});

  watchEffect(async (onCleanup) => {
    let isCurrent = true;
    onCleanup(() => (isCurrent = false));
    const tag = toValue(language);

    try {
      const texts = await loadTexts(tag);
      if (isCurrent) loaded.value = texts;
    } catch {
      // The previous language stays.
    }
  });

  return (text) => {
    const texts = [toValue(applicationTexts), loaded.value].find((candidate) =>
      Object.hasOwn(candidate, text),
    );

    return texts?.[text] ?? text;
  };
}

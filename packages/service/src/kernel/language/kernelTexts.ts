import ar from './locales/ar.json' with { type: 'json' };
import de from './locales/de.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import ro from './locales/ro.json' with { type: 'json' };

/** Translations of the messages of the kernel, the tables and their requests; those of modules are their own. */
export const kernelTexts = { de, fr, es, ro, ar };

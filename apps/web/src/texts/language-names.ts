import type { Language } from '@depotwerk/domain/white-label/languages';

/** Each language in its own words: who cannot read the one in use finds hers. */
export const languageNames: Readonly<Record<Language, string>> = { de: 'Deutsch', en: 'English' };

import { locale } from '@depotwerk/domain/locale';
import { textsInUse } from './texts.ts';

/** Names as a sentence tells them, in its language: "Anna Weiß, Jan Krüger und Lena Berg". */
export const joinedNames = (names: readonly string[]): string =>
  new Intl.ListFormat(textsInUse()[0]?.tag ?? locale.language, { type: 'conjunction' }).format(names);

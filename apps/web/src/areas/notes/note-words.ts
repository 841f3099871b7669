import { t } from '../../texts/texts.ts';

/** "für mich", "für niemand Bestimmtes", "für Anna Anders". */
export const whoText = (userId: string | null, me: string, nameOf: (id: string) => string): string =>
  userId === null
    ? t('notes.forNobody')
    : userId === me
      ? t('notes.forMe')
      : t('notes.forPerson', { name: nameOf(userId) });

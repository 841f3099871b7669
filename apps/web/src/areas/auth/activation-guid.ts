import { guidPattern } from '@depotwerk/domain/guid';

/** Whether a text is the whole code of an invitation or a reset link. */
export const isActivationGuid = (text: string) => guidPattern.test(text.trim());

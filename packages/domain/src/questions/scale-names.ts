import type { ScaleKey } from './questionnaire.ts';

/** Scales in words. */
export const scaleNames: Readonly<Record<ScaleKey, string>> = {
  tolerance: 'Risikobereitschaft',
  capacity: 'Verlusttragfähigkeit',
  horizon: 'Anlagehorizont',
};

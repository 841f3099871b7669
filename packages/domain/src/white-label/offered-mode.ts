import type { RegistrationMode } from './check-appearance.ts';

/**
 * Registration as visitors can use it: who registers by himself confirms his address by a mail, so where none can go out a house
 * takes invited people only, who get their link by hand. Said in the same field as ever: a browser application of the release
 * before reads the configuration during a rolling upgrade and refuses fields it does not know.
 */
export const offeredMode = (mode: RegistrationMode, canMail: boolean): RegistrationMode =>
  !canMail && (mode === 1 || mode === 3) ? 2 : mode;

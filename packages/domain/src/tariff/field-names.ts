import type { TariffSettingsDraft } from './tariff-drafts.ts';

/** Limits as sentences and labels name them (glossary). */
export const settingsNames: Readonly<Record<keyof TariffSettingsDraft, string>> = {
  minSecuritiesPortfolio: 'Anzahl Wertpapiere (min.)',
  maxSecuritiesPortfolio: 'Anzahl Wertpapiere (max.)',
  minSecurityFractionPortfolio: 'Mindestanteil je Fonds',
  maxSecurityFractionPortfolio: 'Höchstanteil je Fonds',
  minSecurityValuePortfolio: 'Mindestwert je Fonds',
  maxSecurityValuePortfolio: 'Höchstwert je Fonds',
  minSecuritiesSavingsPlan: 'Anzahl Wertpapiere (min.)',
  maxSecuritiesSavingsPlan: 'Anzahl Wertpapiere (max.)',
  minSecurityFractionSavingsPlan: 'Mindestanteil je Fonds',
  maxSecurityFractionSavingsPlan: 'Höchstanteil je Fonds',
  minSecurityValueSavingsPlan: 'Mindestwert je Fonds',
  maxSecurityValueSavingsPlan: 'Höchstwert je Fonds',
};

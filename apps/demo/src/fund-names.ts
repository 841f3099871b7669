/** Invented fund companies and the words fund names are made of. */

export interface FundCompany {
  readonly name: string;
  readonly short: string;
  /** Also offers exchange traded funds. */
  readonly hasEtfs: boolean;
}

const company = (short: string, suffix: string, hasEtfs = false): FundCompany => ({
  name: `${short} ${suffix}`,
  short,
  hasEtfs,
});

export const fundCompanies: readonly FundCompany[] = [
  company('Elbquader', 'Kapitalverwaltungsgesellschaft mbH', true),
  company('Morgenfels', 'Invest S. A.', true),
  company('Talgrund', 'Asset Management GmbH'),
  company('Silberfichte', 'Fonds S. A.'),
  company('Nordkranich', 'Investment GmbH', true),
  company('Hohenlinde', 'Kapitalanlage AG'),
  company('Quellhorst', 'Funds plc', true),
  company('Rotdornweg', 'Kapital GmbH'),
  company('Isarbogen', 'Vermögensverwaltung AG'),
  company('Möwenstein', 'Investment KVG mbH'),
  company('Falkenauer', 'Fondsgesellschaft mbH'),
  company('Ostwarte', 'Asset Management S. A.', true),
  company('Brückenholz', 'Invest AG'),
  company('Karstfelder', 'Kapital S. A.'),
  company('Grünwaldsee', 'Nachhaltig Invest GmbH'),
  company('Wolkenried', 'Investments plc', true),
  company('Schlehenberg', 'Fondsverwaltung GmbH'),
  company('Dünenhain', 'Asset Managers S. A.'),
];

/** Words for the strategies of active funds, by category; the empty word gives the plain name. */
export const strategyWords: Readonly<Record<string, readonly string[]>> = {
  Aktien: [
    '',
    'Select',
    'Qualität',
    'Wachstum',
    'Substanz',
    'Fokus',
    'Chancen',
    'Plus',
    'Strategie',
    'Premium',
  ],
  Renten: ['', 'Ertrag', 'Select', 'Plus', 'Strategie', 'Stabil', 'Rendite', 'Basis'],
  Mischfonds: ['', 'Balance', 'Vermögen', 'Stiftung', 'Portfolio', 'Strategie', 'Zukunft', 'Dynamik'],
  Immobilien: ['', 'Select', 'Europa', 'Werte', 'Substanz'],
  Geldmarkt: ['', 'Liquidität', 'Cash', 'Reserve'],
  Alternative: ['', 'Strategie', 'Select', 'Plus', 'Diversifikation'],
};

/** Index names of ETFs: the company's own, since real index names are protected. */
export const etfWords: readonly string[] = ['Kernindex', 'Breitindex', 'Marktindex', 'Prime-Index'];

import { germanNumber } from './german-figures.ts';
import { notStatedText } from './unknown-text.ts';

/** Whom a fund is made for, as its manufacturer says (EMT); null = he says nothing. */
export interface StatedTargetMarket {
  readonly mifidR: string | null;
  readonly mifidP: string | null;
  /** Codes by field of fund data. */
  readonly targetMarket: Readonly<Record<string, string>>;
  readonly recommendedHoldingYears: number | null;
}

/** One line of a fund's target market: `group` as the law describes it, label and what is said. */
export interface TargetMarketLine {
  readonly key: string;
  readonly label: string;
  readonly value: string;
}

const fieldLabels = {
  eligibleCounterparty: 'Geeignete Gegenpartei',
  basicInvestor: 'Anleger mit Basiskenntnissen',
  informedInvestor: 'Informierter Anleger',
  advancedInvestor: 'Anleger mit umfassenden Kenntnissen',
  noCapitalLoss: 'Keine Verluste tragbar',
  limitedCapitalLoss: 'Begrenzte Verluste tragbar',
  noCapitalGuarantee: 'Keine Kapitalgarantie nötig',
  lossBeyondCapital: 'Verluste über das Kapital hinaus tragbar',
  notForLowestRiskTolerance: 'Nicht für die niedrigste Risikotoleranz',
  preservation: 'Anlageziel Kapitalerhalt',
  capitalGrowth: 'Anlageziel Kapitalwachstum',
  income: 'Anlageziel Ertrag',
  sustainabilityPreferences: 'Nachhaltigkeitspräferenzen',
  investmentAdvice: 'Vertrieb mit Anlageberatung',
} as const;

const adviceTexts: Readonly<Record<string, string>> = {
  R: 'An Privatkunden',
  P: 'An professionelle Kunden',
  B: 'An Privatkunden und professionelle Kunden',
  N: 'Nicht vorgesehen',
};

/** Answer of the EMT to "is this the target market": Y, N, Neutral; anything else as the supplier wrote it. */
export function targetMarketText(code: string | null | undefined): string {
  switch (code?.trim().toLowerCase()) {
    case undefined:
    case '':
      return notStatedText;
    case 'y':
      return 'Ja';
    case 'n':
      return 'Nein (negativer Zielmarkt)';
    case 'neutral':
      return 'Neutral';
    default:
      return code ?? notStatedText;
  }
}

/** Every line of a fund's target market that is always said, and whatever else the manufacturer says. */
export function targetMarketLines(market: StatedTargetMarket): TargetMarketLine[] {
  const { mifidR, mifidP, targetMarket, recommendedHoldingYears: years } = market;
  const known = Object.entries(fieldLabels).map(([key, label]) => ({
    key,
    label,
    value: fieldText(key, targetMarket[key]),
  }));
  const further = Object.keys(targetMarket).filter((key) => !Object.hasOwn(fieldLabels, key));
  return [
    { key: 'mifidR', label: 'Privatkunde', value: targetMarketText(mifidR) },
    { key: 'mifidP', label: 'Professioneller Kunde', value: professionalText(mifidP) },
    ...known,
    {
      key: 'holdingYears',
      label: 'Empfohlene Haltedauer',
      value:
        years === null ? notStatedText : `${germanNumber(years, 0, 2)} ${years === 1 ? 'Jahr' : 'Jahre'}`,
    },
    // A field of a later template shows its name.
    ...further.toSorted().map((key) => ({ key, label: key, value: targetMarketText(targetMarket[key]) })),
  ];
}

function fieldText(key: string, code: string | undefined): string {
  if (key === 'investmentAdvice')
    return adviceTexts[code?.trim().toUpperCase() ?? ''] ?? targetMarketText(code);
  // Here "Y" says whom it is not for.
  if (key === 'notForLowestRiskTolerance')
    return code?.trim().toLowerCase() === 'y' ? 'Ja (negativer Zielmarkt)' : targetMarketText(code);
  return targetMarketText(code);
}

/** Professional clients by themselves (P) or elective ones (E) only. */
function professionalText(code: string | null): string {
  if (code === 'P') return 'Nur professionelle Kunden kraft Gesetzes';
  return code === 'E' ? 'Nur professionelle Kunden auf Antrag' : targetMarketText(code);
}

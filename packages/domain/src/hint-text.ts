import { germanMoney, germanNumber, germanPercent } from './german-figures.ts';
import { closedFundText, closedFundTitle } from './master-data/closed-fund-text.ts';
import { regionName, sectorName } from './questions/client-restrictions.ts';
import { fromTenths, toTenths } from './tenths.ts';

/** A finding of the check, as the engine tells it (engine rules, section 12). Fractions, euros and days. */
export interface HintFinding {
  /** H01 to H21, H23, H24. */
  readonly code: string;
  /** ISIN, peer group, company, `portfolio` or `savingsPlan`. */
  readonly subject: string;
  readonly values: Readonly<Record<string, number | string | null>>;
  /** ISIN to turn to. */
  readonly suggestion: string | null;
}

/** What a text needs beyond the finding. */
export interface HintSurroundings {
  /** Name of a fund; its ISIN when nobody knows it. */
  readonly nameOf: (isin: string) => string;
  /** Percentage points; null without a risk class. */
  readonly band: { readonly low: number; readonly high: number } | null;
  /** Whether the savings plan still buys the fund. */
  readonly isSaved: boolean;
  /** Share of sustainable investments the client wants. */
  readonly wantedSustainableShare: number | null;
  /** Share after the taxonomy regulation she wants; absent = none. */
  readonly wantedTaxonomyShare?: number | undefined;
}

/** Title and text of a hint, for people; markdown is not used. */
export interface HintText {
  readonly title: string;
  readonly text: string;
}

const texts = new Map<number, string>();

/** Percent with one decimal; the thousand usual values are formatted once, a bulk check needs millions. */
function percent(fraction: number): string {
  const tenths = toTenths(fraction);
  let text = texts.get(tenths);
  if (text === undefined) {
    text = germanPercent(fromTenths(tenths), 1, 1);
    if (texts.size < 20_000) texts.set(tenths, text);
  }
  return text;
}

/** Percent with two decimals. */
function fine(fraction: number): string {
  const key = -1 - Math.round(fraction * 10_000);
  let text = texts.get(key);
  if (text === undefined) {
    text = germanPercent(-(key + 1) / 10_000, 2, 2);
    if (fraction >= 0 && texts.size < 20_000) texts.set(key, text);
  }
  return text;
}

const titles: Readonly<Record<string, string>> = {
  H01: 'Risiko über dem Band',
  H02: 'Risiko unter dem Band',
  H03: 'Risiko unbekannt',
  H04: 'Fonds unter dem Mindestrang',
  H05: 'Fonds ohne Rang',
  H06: 'Fonds nicht in der Fondsauswahl',
  H07: closedFundTitle('closed'),
  H08: 'Fehlende Peergroup',
  H09: 'Überzählige Peergroup',
  H10: 'Abweichung von der Zielaufteilung',
  H11: 'Günstigerer Fonds verfügbar',
  H12: 'ETF als Alternative',
  H13: 'Klumpenrisiko',
  H14: 'Kurs veraltet',
  H15: 'Sparplan weicht ab',
  H16: 'Sparplan ergibt nicht 100\u00a0%',
  H17: 'Sehr kleine Position',
  H18: 'Nachhaltigkeitspräferenz verletzt',
  H19: 'Risikoindikator über der Grenze',
  H20: 'Hoher Geldbestand',
  H21: 'Verkauf würde Gewinne realisieren',
  H23: 'Ausschluss des Kunden verletzt',
  H24: 'Kunde im negativen Zielmarkt',
};

/** Title of a hint by its code. */
export function hintTitle(code: string): string {
  return titles[code] ?? code;
}

/** What is wrong with a price by its age in days: null = there is none, below 0 = its day is still to come. */
function priceTitle(age: HintFinding['values'][string] | undefined): string {
  if (age === null) return 'Kurs fehlt';
  return typeof age === 'number' && age < 0 ? 'Kursdatum in der Zukunft' : hintTitle('H14');
}

export const overdrawnTitle = 'Sonstiges Guthaben im Minus';

/** That an account is below zero, and what helps beside sales; `amount` as it is written. */
export const overdrawnText = (amount: string): string =>
  `Das sonstige Guthaben ist mit ${amount} im Minus; ausgleichen lässt es sich auch durch eine Einzahlung.`;

/** What of a finding its title tells apart. */
function titleOf(code: string, values: HintFinding['values']): string {
  if (code === 'H14') return priceTitle(values['age']);
  // An account below zero is of the kind that speaks of the money beside the funds.
  if (code === 'H20' && typeof values['cash'] === 'number' && values['cash'] < 0) return overdrawnTitle;
  return code === 'H07' ? closedFundTitle(String(values['status'])) : hintTitle(code);
}

/**
 * Title and German text of a finding, the same in list, contract, what-if and report.
 *
 * @throws Error for a code the check does not have
 */
export function hintText(finding: HintFinding, surroundings: HintSurroundings): HintText {
  const { code, values, subject } = finding;
  const title = titleOf(code, values);
  const number = (key: string): number => {
    const value = values[key];
    return typeof value === 'number' ? value : 0;
  };
  const write = writers[code];
  if (!write) throw new Error(`No text for hint ${code}.`);
  const name = surroundings.nameOf(subject);
  const suggestion =
    finding.suggestion === null ? '' : ` Vorschlag: ${surroundings.nameOf(finding.suggestion)}.`;
  return { title, text: write({ finding, surroundings, number, name, suggestion }) };
}

interface Writing {
  readonly finding: HintFinding;
  readonly surroundings: HintSurroundings;
  readonly number: (key: string) => number;
  readonly name: string;
  readonly suggestion: string;
}

const riskText = ({ surroundings: { band }, number }: Writing): string =>
  `Das Risiko beträgt ${fine(number('measure') / 100)}. Das Band der Risikoklasse reicht von ${percent((band?.low ?? 0) / 100)} bis ${percent((band?.high ?? 0) / 100)}.`;

const writers: Readonly<Record<string, (writing: Writing) => string>> = {
  H01: riskText,
  H02: riskText,
  H03: ({ number }) =>
    `Für ${percent(number('unknownShare'))} des Werts fehlen Risikodaten. Das Risiko des Vertrags lässt sich nicht bestimmen.`,
  H04: ({ name, number, suggestion }) =>
    `${name} hat Rang ${number('rank')}, verlangt ist mindestens Rang ${number('minimumRank')}.${suggestion}`,
  H05: ({ name, suggestion }) => `${name} hat keinen Rang. Der Tarif verlangt Fonds mit Rang.${suggestion}`,
  H06: ({ name, number, suggestion }) =>
    `${name} (${percent(number('weight'))} des Werts) gehört nicht zur Fondsauswahl des Tarifs.${suggestion}`,
  H07: ({ finding: { values, suggestion: by }, name, surroundings, suggestion }) => {
    const successor = typeof values['successor'] === 'string' ? values['successor'] : null;
    return [
      closedFundText(
        name,
        String(values['status']),
        successor === null ? null : surroundings.nameOf(successor),
      ),
      ...(surroundings.isSaved ? ['Er wird noch bespart.'] : []),
      // What it was merged into has been named.
      ...(by === successor ? [] : [suggestion.trim()]),
    ]
      .filter((sentence) => sentence !== '')
      .join(' ');
  },
  H08: ({ finding, number, suggestion }) =>
    `${finding.subject} soll ${percent(number('target'))} ausmachen, ist aber nicht im Bestand.${suggestion}`,
  H09: ({ finding, number }) =>
    `${finding.subject} macht ${percent(number('weight'))} aus, gehört aber nicht zur Zielaufteilung.`,
  H10: ({ finding, number }) =>
    `${finding.subject} macht ${percent(number('weight'))} aus, das Ziel ist ${percent(number('target'))}.`,
  H11: ({ name, finding, surroundings, number }) =>
    `${name} kostet ${fine(number('ter'))} p.\u00a0a. Mit ${surroundings.nameOf(finding.suggestion ?? '')} (${fine(number('ter') - number('difference'))} p.\u00a0a.) werden jährlich ${germanMoney(number('savingPerYear'))} gespart.`,
  H12: ({ name, number, suggestion }) =>
    `${name} hat über drei Jahre keinen Mehrertrag gegenüber seiner Peergroup erzielt (Information-Ratio ${germanNumber(number('informationRatio'), 2, 2)}).${suggestion}`,
  H13: ({ finding, name, number }) =>
    number('limit') > 0.5
      ? `Fonds der Gesellschaft ${finding.subject} machen ${percent(number('weight'))} des Werts aus, mehr als ${percent(number('limit'))}.`
      : `${name} macht ${percent(number('weight'))} des Werts aus, mehr als ${percent(number('limit'))}.`,
  H14: ({ name, finding, number }) =>
    finding.values['age'] === null
      ? `Für ${name} liegt kein Kurs vor; im Wert des Vertrags ist dieser Bestand nicht enthalten, sein Risiko ist deshalb unbekannt.`
      : number('age') < 0
        ? `Der letzte Kurs von ${name} trägt ein Datum in der Zukunft.`
        : `Der letzte Kurs von ${name} ist ${germanNumber(number('age'), 0, 0)} Tage alt.`,
  H15: ({ number }) =>
    `Der Sparplan stimmt zu ${percent(number('overlap') / 100)} mit der Zielaufteilung überein.`,
  H16: ({ number }) => `Die Anteile des Sparplans ergeben zusammen ${percent(number('sum') / 100)}.`,
  H17: ({ name, number }) => `${name} macht nur ${fine(number('weight'))} des Werts aus.`,
  H18: ({ name, surroundings: { wantedSustainableShare, wantedTaxonomyShare = 0 }, number }) =>
    [
      number('taxonomyShare') < wantedTaxonomyShare
        ? [
            `${name} sagt mindestens ${percent(number('taxonomyShare'))} Investitionen nach der Taxonomie-Verordnung zu, gewünscht sind ${percent(wantedTaxonomyShare)}.`,
          ]
        : [],
      wantedSustainableShare !== null && number('sustainableShare') < wantedSustainableShare
        ? [
            `${name} sagt mindestens ${percent(number('sustainableShare'))} nachhaltige Investitionen zu, gewünscht sind ${percent(wantedSustainableShare)}.`,
          ]
        : [],
    ]
      .flat()
      .join(' ') || `${name} berücksichtigt die gewünschten Nachhaltigkeitsfaktoren nicht.`,
  H19: ({ finding, name, number }) =>
    finding.subject === 'portfolio'
      ? `Der mittlere Gesamtrisikoindikator beträgt ${germanNumber(number('sri'), 1, 2)}, die Grenze von Risikoklasse und Tarif liegt bei ${number('limit')}.`
      : `${name} hat den Gesamtrisikoindikator ${number('sri')}, die Grenze von Risikoklasse und Tarif liegt bei ${number('limit')}.`,
  H20: ({ number }) =>
    number('cash') < 0
      ? overdrawnText(germanMoney(-number('cash')))
      : `Der Geldbestand beträgt ${germanMoney(number('cash'))}, ${percent(number('share'))} des Werts liegen über der Reserve.`,
  H21: ({ name, number }) =>
    `Ein Verkauf von ${name} würde Gewinne von ${germanMoney(number('gain'))} realisieren, mehr als ${germanMoney(number('limit'))}.`,
  H23: ({ name, finding, suggestion }) =>
    `${name} fällt unter die festgehaltenen Ausschlüsse (${excludedText(finding.values)}).${suggestion}`,
  H24: ({ name, finding, suggestion }) =>
    `Für ${name} gilt der negative Zielmarkt (${finding.values['dimensions'] ?? ''}).${suggestion}`,
};

/** What of a fund is excluded. */
export function excludedText({ kind, excluded }: HintFinding['values']): string {
  const key = String(excluded ?? '');
  switch (kind) {
    case 'region':
      return `Region ${regionName(key)}`;
    case 'sector':
      return `Branche ${sectorName(key)}`;
    case 'company':
      return `Gesellschaft ${key}`;
    default:
      return 'dieser Fonds';
  }
}

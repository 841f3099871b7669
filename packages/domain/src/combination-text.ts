import { allocationViewEntries } from './allocation-view-texts.ts';
import type { CombinationFinding, CombinationNames, CombinationText, Entry } from './combination-entry.ts';
import { germanMoney, germanNumber, germanPercent } from './german-figures.ts';
import { selectedFundEntries } from './selected-fund-texts.ts';

/** Percentage points with two decimals: 8.2 → "8,20 %". */
const points = (value: number) => germanPercent(value / 100, 2, 2);
const share = (fraction: number) => germanPercent(fraction, 1, 1);
/** A difference of two percentages in figures: it is said in percentage points, for it is no percentage of either. */
const apart = (percentagePoints: number, digits: number) => germanNumber(percentagePoints, digits, digits);
/** Decimals of a percentage at which a figure can be told from its limit: two, as a rule. */
const digitsApart = (value: number, limit: number): number =>
  [2, 3, 4].find((digits) => germanPercent(value, 2, digits) !== germanPercent(limit, 2, digits)) ?? 6;
const whole = (value: number) => germanNumber(value, 0, 0);

const entries: Readonly<Record<string, Entry>> = {
  TA01: {
    title: 'Summe nicht 100\u00a0%',
    kind: 'class',
    step: 'allocation',
    write: ({ name, number }) =>
      `Die Spalte der ${name} ergibt ${share(number('sum') / number('units'))} statt 100\u00a0%.`,
  },
  TA02: {
    title: 'Risiko außerhalb des Bands',
    kind: 'class',
    step: 'allocation',
    write: ({ name, number, finding }) =>
      'measure' in finding.values
        ? `Die Spalte der ${name} hat einen Risikowert von ${points(number('measure'))}${'distance' in finding.values ? ` und liegt damit ${apart(number('distance'), 2)} Prozentpunkte außerhalb ihres Bands` : ' und liegt damit außerhalb ihres Bands'}.`
        : `Für die ${name} gibt es keine passende Aufteilung: Erreichbar sind ${points(number('low'))} bis ${points(number('high'))}.`,
  },
  TA03: {
    title: 'Bänder überschneiden sich',
    kind: 'class',
    step: 'risk',
    write: ({ name, number }) =>
      `Das Band der ${name} beginnt bei ${points(number('low'))}, das der vorherigen Klasse endet erst bei ${points(number('high'))}.`,
  },
  TA04: {
    title: 'Lücke zwischen Bändern',
    kind: 'class',
    step: 'risk',
    write: ({ name, number }) =>
      `Zwischen dem Band der vorherigen Klasse (bis ${points(number('high'))}) und dem der ${name} (ab ${points(number('low'))}) liegt eine Lücke.`,
  },
  TA05: {
    title: 'Risiko steigt nicht mit der Klasse',
    kind: 'class',
    step: 'risk',
    write: ({ name, number, finding }) =>
      'target' in finding.values
        ? `Der Zielwert der ${name} (${points(number('target'))}) ist nicht höher als der der vorherigen Klasse (${points(number('before'))}).`
        : `Der Risikowert der ${name} (${points(number('measure'))}) ist nicht höher als der der vorherigen Klasse (${points(number('before'))}).`,
  },
  TA06: {
    title: 'Zahl der Risikoklassen',
    kind: 'any',
    step: 'risk',
    write: ({ number }) =>
      `Nötig sind 3, 5 oder 7 Risikoklassen und je Klasse eine Spalte; vorhanden sind ${whole(number('classes'))} Klassen und ${whole(number('columns'))} Spalten.`,
  },
  TA07: {
    title: 'Peergroup ohne Fonds',
    titleOfFund: 'Fonds nicht mehr kaufbar',
    kind: 'group',
    step: 'selection',
    write: ({ name, number }) =>
      `Die Peergroup ${name} ist mit bis zu ${share(number('weight'))} vorgesehen, die Fondsauswahl enthält aber keinen geeigneten Fonds.`,
    writeOfFund: ({ name, number }) =>
      `${name} ist mit bis zu ${share(number('weight'))} vorgesehen, kann aber nicht mehr gekauft werden.`,
  },
  TA08: {
    title: 'Auswahlliste zu kurz',
    kind: 'group',
    step: 'selection',
    write: ({ name, number }) =>
      `Für die Peergroup ${name} stehen ${whole(number('funds'))} von ${whole(number('size'))} gewünschten Fonds zur Verfügung.`,
  },
  TA09: {
    title: 'Mindestrang sehr streng',
    kind: 'group',
    step: 'selection',
    write: ({ name, number }) =>
      `Der Mindestrang lässt in der Peergroup ${name} nur ${whole(number('passing'))} von ${whole(number('funds'))} Fonds zu.`,
  },
  TA10: {
    title: 'Daten fehlen',
    kind: 'any',
    step: 'allocation',
    write: ({ word }) =>
      `Für die gewählte Aufteilung fehlen ${missing[word('missing')] ?? 'Daten'}${word('groups') === '' ? '' : ` (${word('groups')})`}.`,
  },
  TA11: {
    title: 'Spalte von Hand geändert',
    kind: 'class',
    step: 'allocation',
    write: ({ name }) =>
      `Die berechnete Spalte der ${name} wurde von Hand geändert und ist nicht mehr optimal.`,
  },
  TA12: {
    title: 'Aktienquote und höchster Ertrag',
    kind: 'any',
    step: 'risk',
    write: () =>
      'Das Risiko wird als Aktienquote gemessen, die Aufteilung sucht aber den höchsten Ertrag in einem Band der Volatilität.',
  },
  TA13: {
    title: 'Wenig gestreut',
    kind: 'class',
    step: 'allocation',
    write: ({ finding, number, names, name }) => {
      const [riskClass = '', group] = finding.subject.split('/');
      return group === undefined
        ? number('groups') === 1
          ? `Die Spalte der ${name} besteht aus nur einer Peergroup.`
          : `Die Spalte der ${name} besteht aus nur ${whole(number('groups'))} Peergroups.`
        : `Die Peergroup ${names.groupOf(group)} macht in der ${names.classOf(riskClass)} ${share(number('weight'))} aus.`;
    },
    writeOfFund: ({ finding, number, names, name }) => {
      const [riskClass = '', fund] = finding.subject.split('/');
      return fund === undefined
        ? `Die Spalte der ${name} besteht aus nur ${whole(number('groups'))} Fonds.`
        : `${names.groupOf(fund)} macht in der ${names.classOf(riskClass)} ${share(number('weight'))} aus.`;
    },
  },
  TA14: {
    title: 'Risikodaten veraltet',
    kind: 'any',
    step: 'allocation',
    write: ({ number, finding }) =>
      'ageDays' in finding.values
        ? `Die Risikodaten sind ${whole(number('ageDays'))} Tage alt.`
        : 'Es gibt neuere Risikodaten als die, aus denen die Anteile berechnet sind.',
  },
  TA15: {
    title: 'Kurze Historie',
    kind: 'group',
    step: 'allocation',
    write: ({ name, number }) =>
      `Die Risikowerte der Peergroup ${name} beruhen auf nur ${whole(number('weeks'))} Wochen.`,
    writeOfFund: ({ name, number }) =>
      `Die Risikowerte von ${name} beruhen auf nur ${whole(number('weeks'))} Wochen.`,
  },
  TA16: {
    title: 'Hoher Risikoindikator in der niedrigsten Klasse',
    kind: 'group',
    step: 'allocation',
    write: ({ name, number }) =>
      `Die Peergroup ${name} hat den Risikoindikator ${whole(number('sri'))} und ist in der niedrigsten Klasse vorgesehen.`,
    writeOfFund: ({ name, number }) =>
      `${name} hat den Risikoindikator ${whole(number('sri'))} und ist in der niedrigsten Klasse vorgesehen.`,
  },
  TA17: {
    title: 'Grenzen widersprechen sich',
    kind: 'group',
    step: 'allocation',
    write: ({ finding, name, number }) =>
      finding.subject === 'combination'
        ? `Die Untergrenzen ergeben zusammen ${share(number('lower'))}, die Obergrenzen ${share(number('upper'))}; 100\u00a0% sind so nicht erreichbar.`
        : `Für die Peergroup ${name} widersprechen sich Untergrenze (${share(number('lower'))}), Obergrenze (${share(number('upper'))}) und Mindestposition (${share(number('minPosition'))}).`,
  },
  TA18: {
    title: 'Sparrate zu klein für alle Fonds',
    kind: 'class',
    step: 'allocation',
    write: ({ name, number }) =>
      `Die Aufteilung der ${name} lässt sich erst ab einer Rate von ${germanMoney(number('rate'))} vollständig besparen.`,
  },
  TA19: {
    title: 'Tarif in Verwendung',
    kind: 'any',
    step: 'basics',
    write: ({ number }) =>
      `${whole(number('contracts'))} Verträge nutzen den Tarif. Die Änderung legt eine neue Version an.`,
  },
  S02: {
    title: 'Ersatz durch verwandte Peergroup',
    kind: 'group',
    step: 'selection',
    write: ({ name, number, word, names }) =>
      `Die Peergroup ${name} (bis zu ${share(number('weight'))}) hat keinen geeigneten Fonds; ${
        word('substitute') === ''
          ? 'die übrigen Peergroups übernehmen ihren Anteil'
          : `ihren Anteil übernimmt die verwandte Peergroup ${names.groupOf(word('substitute'))}`
      }.`,
  },
  SMOOTHNESS: {
    title: 'Sprung zwischen Klassen',
    kind: 'class',
    step: 'allocation',
    write: ({ name, number, word, names }) =>
      `Der Anteil der Peergroup ${names.groupOf(word('group'))} ändert sich von der vorherigen Klasse zur ${name} um ${apart(100 * number('jump'), 1)} Prozentpunkte.`,
  },
  ROUNDING: {
    title: 'Grenze durch Runden verletzt',
    kind: 'class',
    step: 'allocation',
    write: ({ name, number, word }) =>
      `In der ${name} liegt „${word('row')}“ nach dem Runden auf ganze Einheiten bei ${share(number('sum'))} statt zwischen ${share(number('lower'))} und ${share(number('upper'))}.`,
  },
  fundWithoutBib: {
    title: 'Basisinformationsblatt fehlt',
    kind: 'fund',
    step: 'selection',
    write: ({ name }) => `Für ${name} ist kein Basisinformationsblatt hinterlegt.`,
  },
  sriAboveProductLimit: {
    title: 'Risikoindikator über der Produktgrenze',
    kind: 'fund',
    step: 'selection',
    write: ({ name, number }) =>
      `${name} hat den Risikoindikator ${whole(number('sri'))}, das Produkt erlaubt höchstens ${whole(number('limit'))}.`,
  },
  sriUnknown: {
    title: 'Grenze des Risikoindikators nicht prüfbar',
    kind: 'fund',
    step: 'selection',
    write: ({ name, number }) =>
      `Für ${name} ist kein Risikoindikator bekannt; ob die Grenze von ${whole(number('limit'))} eingehalten ist, steht deshalb nicht fest.`,
  },
  costCapExceeded: {
    title: 'Kostengrenze überschritten',
    kind: 'class',
    step: 'selection',
    write: ({ name, number }) =>
      `Die laufenden Kosten der ${name} betragen ${germanPercent(number('cost'), 2, digitsApart(number('cost'), number('cap')))} p.\u00a0a., das Produkt erlaubt höchstens ${germanPercent(number('cap'), 2, 2)}.`,
  },
  costCapUnknown: {
    title: 'Kostengrenze nicht prüfbar',
    kind: 'class',
    step: 'selection',
    write: ({ name, number }) =>
      `Für ${share(number('unknown'))} der ${name} sind die laufenden Kosten unbekannt; ob die Grenze von ${germanPercent(number('cap'), 2, 2)} p.\u00a0a. eingehalten ist, steht deshalb nicht fest.`,
  },
  ...selectedFundEntries,
  ...allocationViewEntries,
  nameShared: {
    title: 'Name schon vergeben',
    kind: 'any',
    step: 'basics',
    write: ({ word }) =>
      `Auch ein anderer Tarif heißt „${word('name')}“ (Schlüssel ${word('keys')}); in Listen und Verträgen lassen sich beide nicht unterscheiden.`,
  },
  guaranteeInterestTooHigh: {
    title: 'Garantiezins zu hoch',
    kind: 'any',
    step: 'basics',
    write: ({ number }) =>
      `Der Garantiezins beträgt ${germanPercent(number('interest'), 2, digitsApart(number('interest'), number('limit')))}; Versicherer durften nie mit mehr als ${share(number('limit'))} rechnen.`,
  },
  guaranteeInterestImpossible: {
    title: 'Garantiezins unmöglich',
    kind: 'any',
    step: 'basics',
    write: ({ number }) =>
      `Der Garantiezins beträgt ${germanPercent(number('interest'), 2, digitsApart(number('interest'), number('limit')))}. Mehr als ${share(number('limit'))} werden nicht angenommen, denn Versicherer durften nie mit mehr als ${share(number('allowed'))} rechnen; bitte geben Sie den Garantiezins des Tarifs in Prozent ein.`,
  },
  guaranteeInterestTooLow: {
    title: 'Garantiezins auffällig niedrig',
    kind: 'any',
    step: 'basics',
    write: ({ number }) =>
      `Der Garantiezins beträgt ${germanPercent(number('interest'), 2, 2)}; bitte prüfen Sie, ob er in Prozent eingegeben ist.`,
  },
  guaranteeLevelTooLow: {
    title: 'Garantieniveau auffällig niedrig',
    kind: 'any',
    step: 'basics',
    write: ({ number }) =>
      `Das Garantieniveau beträgt ${germanPercent(number('level'), 2, 2)} der Beiträge; bitte prüfen Sie, ob es in Prozent eingegeben ist.`,
  },
  guaranteeUnreachable: {
    title: 'Garantie nicht erreichbar',
    kind: 'class',
    step: 'basics',
    write: ({ name, number }) =>
      `Die ${name} verlangt ${share(number('quota'))} Aktien, doch Garantieniveau und Garantiezins lassen über ${whole(number('years'))} Jahre keinen Puffer dafür.`,
  },
  guaranteeCushionTooSmall: {
    title: 'Puffer über der Garantie zu klein',
    kind: 'class',
    step: 'basics',
    write: ({ name, number }) =>
      `Die ${name} verlangt ${share(number('quota'))} Aktien; der Puffer über der Garantie trägt bei einer Laufzeit von ${whole(number('years'))} Jahren ${share(number('allowed'))}.`,
  },
  guaranteeFundNotOffered: {
    title: 'Wertsicherungsfonds nicht verfügbar',
    kind: 'fund',
    step: 'basics',
    write: ({ name }) =>
      `Der Wertsicherungsfonds ${name} ist geschlossen, verschmolzen, aufgelöst oder inaktiv.`,
  },
};

/** Title of a rule of the plausibility check; a code nobody knows stands for itself. */
export const combinationTitle = (code: string): string => entries[code]?.title ?? code;

const missing: Readonly<Record<string, string>> = {
  expectedReturns: 'Ertragserwartungen',
  views: 'Markteinschätzungen',
  equityQuotas: 'Aktienquoten',
  riskData: 'Risikodaten',
};

/** Codes that have a text. */
export const combinationCodes: readonly string[] = Object.keys(entries);

/**
 * Title, sentence, subject and step of a finding of the plausibility check.
 *
 * @throws Error for a code without text
 */
export function combinationText(finding: CombinationFinding, names: CombinationNames): CombinationText {
  const entry = entries[finding.code];
  if (!entry) throw new Error(`unknown plausibility code ${finding.code}`);
  const subject = subjectOf(entry.kind, finding.subject, names);
  const number = (key: string) => Number(finding.values[key] ?? 0);
  const word = (key: string) => String(finding.values[key] ?? '');
  const name = subject?.name ?? '';
  const write = names.rows === 'funds' ? (entry.writeOfFund ?? entry.write) : entry.write;
  return {
    title: names.rows === 'funds' ? (entry.titleOfFund ?? entry.title) : entry.title,
    text: write({ number, word, name, names, finding }),
    subject,
    step: entry.step,
  };
}

function subjectOf(
  kind: Entry['kind'],
  subject: string,
  names: CombinationNames,
): CombinationText['subject'] {
  if (subject === 'combination' || kind === 'any') return null;
  if (kind === 'fund') return { kind, name: names.fundOf(subject) };
  const row = names.rows === 'funds' ? 'fund' : 'group';
  if (kind === 'group') return { kind: row, name: names.groupOf(subject) };
  const [riskClass = '', group] = subject.split('/');
  if (group !== undefined) return { kind: row, name: names.groupOf(group) };
  return { kind, name: names.classOf(riskClass) };
}

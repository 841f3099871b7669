import { handingOverFormNames } from '@depotwerk/domain/contracts/key-information';
import { sustainabilityKindTexts } from '@depotwerk/domain/contracts/profile-texts';
import type { BankExecutionState } from '@depotwerk/domain/contracts/trading-words';
import { customerFieldRows } from '@depotwerk/domain/customers/customer-fields';
import { formatDate } from '@depotwerk/domain/date-text';
import { hintTitle } from '@depotwerk/domain/hint-text';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { proposalModeNames } from '@depotwerk/domain/recommendation-text';

type Words = Readonly<Record<string, string>>;
type Read = (value: string | number | boolean) => string;

/** What a member of a stored object is called and how it is read. null = a mark of the machine that tells nobody anything. */
type Member = readonly [label: string, read?: Read] | null;

const money: Read = (value) => (typeof value === 'number' ? formatMoney(value) : String(value));
const fraction: Read = (value) => (typeof value === 'number' ? formatPercent(value, 0, 2) : String(value));
/** Of percentage points. */
const percent: Read = (value) =>
  typeof value === 'number' ? formatPercent(value / 100, 0, 4) : String(value);
const day: Read = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? formatDate(value) : String(value);
const inWords =
  (words: Words): Read =>
  (value) =>
    words[String(value)] ?? String(value);

const actionWords = { buy: 'Kauf', sell: 'Verkauf', hold: 'Halten', switch: 'Tausch' };

const executionWords: Readonly<Record<BankExecutionState, string>> = {
  accepted: 'Angenommen',
  executed: 'Ausgeführt',
  partlyExecuted: 'Teilweise ausgeführt',
  rejected: 'Abgelehnt',
};

/** The fields of a customer, as a record has them that was merged. */
const customerMembers: Readonly<Record<string, Member>> = Object.fromEntries(
  customerFieldRows.map(({ key, label, kind, archiveKey }) => [
    archiveKey ?? key,
    kind === 'day' ? ([label, day] as const) : ([label] as const),
  ]),
);

/** Members of stored objects by name; where one name means two things, by the object it stands in. */
const members: Readonly<Record<string, Member>> = {
  ...customerMembers,
  // Circumstances and aims
  liabilities: ['Verbindlichkeiten', money],
  liquidAssets: ['Liquides Vermögen', money],
  netIncomeMonthly: ['Nettoeinkommen im Monat', money],
  goal: ['Ziel'],
  horizonYears: ['Anlagehorizont in Jahren'],
  kind: ['Art', inWords(sustainabilityKindTexts)],
  paiTopics: ['Vermiedene nachteilige Auswirkungen'],
  minimumShareSustainable: ['Mindestanteil nachhaltiger Investitionen', fraction],
  minimumShareTaxonomy: ['Mindestanteil nach Taxonomie', fraction],
  // Figures of a proposal
  risk: ['Risiko'],
  'risk.value': ['Wert', percent],
  'risk.target': ['Ziel', percent],
  'risk.status': ['Lage', inWords({ below: 'unter dem Band', in: 'im Band', above: 'über dem Band' })],
  bandLow: ['Band von', percent],
  bandHigh: ['Band bis', percent],
  distance: ['Abstand zum Band', percent],
  riskClassId: ['Risikoklasse'],
  costs: ['Kosten'],
  perYearEuro: ['Kosten im Jahr', money],
  perYearPercent: ['Kosten im Jahr in Prozent', percent],
  fundsPerYearEuro: ['Davon Fondskosten', money],
  unknownFunds: ['Fonds mit unbekannten Kosten'],
  hints: ['Hinweise'],
  hintCode: ['Hinweis', (code) => hintTitle(String(code))],
  subject: ['Zu', inWords({ portfolio: 'Depot', savingsPlan: 'Sparplan' })],
  suggestion: ['Vorschlag'],
  severity: null,
  optimizationHintId: null,
  values: null,
  peerGroups: ['Anlageklassen'],
  name: ['Name'],
  colour: null,
  peergroupId: null,
  'peerGroups.target': ['Ziel', fraction],
  fraction: ['Anteil', fraction],
  shareQuota: ['Aktienquote', percent],
  totalValue: ['Gesamtwert', money],
  contractScore: ['Bewertung'],
  'contractScore.value': ['Punkte'],
  stars: ['Sterne'],
  level: null,
  parts: null,
  securitiesCount: ['Zahl der Fonds'],
  monthsToNextHint: ['Monate bis zum nächsten Hinweis'],
  // Costs of a proposal
  entry: ['Ausgabeaufschläge', money],
  switchFee: ['Gebühr für den Fondswechsel', money],
  thirdParty: ['Zahlungen Dritter', money],
  transaction: ['Transaktionskosten', money],
  ongoingBefore: ['Laufende Kosten bisher', money],
  ongoingAfter: ['Laufende Kosten danach', money],
  isContractUnknown: ['Kosten des Vertrags unbekannt'],
  returnEffect: ['Wirkung auf die Rendite', percent],
  '.perYearEuro': ['Ersparnis im Jahr', money],
  // Summary of a proposal made without being asked
  advice: ['Vorschlag'],
  mode: ['Art', inWords(proposalModeNames)],
  isNeeded: ['Handlungsbedarf'],
  sentence: ['Begründung'],
  costsOnce: ['Einmalige Kosten', money],
  orderCount: ['Zahl der Aufträge'],
  scoreBefore: ['Bewertung vorher'],
  scoreAfter: ['Bewertung nachher'],
  savedPerYear: ['Ersparnis im Jahr', money],
  isSavingsPlanChanged: ['Sparplan geändert'],
  turnover: ['Umsatz', money],
  findingsBefore: ['Hinweise vorher'],
  findingsAfter: ['Hinweise nachher'],
  // Consultations and orders
  externalKey: ['Vertrag'],
  assessmentDate: ['Profil vom', day],
  validUntil: ['Gültig bis', day],
  isValid: ['Gültig'],
  action: ['Art', inWords(actionWords)],
  isin: ['ISIN'],
  fromIsin: ['Aus ISIN'],
  fundName: ['Fonds'],
  quantity: ['Anteile'],
  amount: ['Betrag', money],
  reason: ['Begründung'],
  keyInformationHandedOverAt: ['Basisinformationsblatt ausgehändigt'],
  keyInformationForm: ['Form', inWords(handingOverFormNames)],
  orders: ['Aufträge'],
  // What the bank answered
  '.state': ['Ergebnis', inWords(executionWords)],
  'results.state': ['Ergebnis', inWords(executionWords)],
  results: ['Ausführungen'],
  executedQuantity: ['Ausgeführte Anteile'],
  executedAmount: ['Ausgeführter Betrag', money],
  traderCode: ['Kennzeichen der Bank'],
  traderMessage: ['Mitteilung der Bank'],
  'results.message': ['Mitteilung der Bank'],
  savingsPlan: ['Sparplan'],
  contribution: ['Beitrag', money],
  contractId: null,
  customerId: null,
  fundId: null,
  // What a visitor said of himself and his funds
  message: ['Nachricht'],
  '.value': ['Wert', money],
  // What a report was made with
  language: ['Sprache', inWords({ de: 'Deutsch' })],
  withCharts: ['Mit Grafiken'],
  withReasons: ['Mit Begründungen'],
  logoVariant: ['Logo', inWords({ standard: 'Logo des Hauses', none: 'ohne' })],
  salutation: ['Anrede'],
  product: ['Anlage'],
  frequency: ['Häufigkeit'],
  volume: ['Üblicher Betrag'],
  period: [
    'Zeitraum',
    inWords({
      '1m': '1 Monat',
      ytd: 'laufendes Jahr',
      '1y': '1 Jahr',
      '3y': '3 Jahre',
      '5y': '5 Jahre',
      max: 'seit Beginn',
    }),
  ],
  year: ['Jahr', String],
  date: ['Tag', day],
  plannedOptimizationId: null,
  consultationId: null,
  jobId: null,
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function plain(value: string | number | boolean, read?: Read): string {
  if (typeof value === 'boolean') return value ? 'ja' : 'nein';
  if (read) return read(value);
  return typeof value === 'number' ? formatNumber(value) : value;
}

/** A member and what stands in it; nothing for what is not known and for marks of the machine. */
function memberLines(key: string, value: unknown, parent: string): string[] {
  if (value === null || value === undefined) return [];
  const known = members[`${parent}.${key}`] ?? members[key];
  if (known === null) return [];
  const [label, read] = known ?? [key];
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value === '' ? [] : [`${label}: ${plain(value, read)}`];
  }
  const inner = linesOf(value, key);
  if (inner.length === 0) return [];
  if (Array.isArray(value) && value.every((part) => !isObject(part)))
    return [`${label}: ${inner.join(', ')}`];
  return [`${label}:`, ...inner.map((line) => `  ${line}`)];
}

/** A stored object or list, line by line; objects of a list on one line each. */
function linesOf(value: unknown, parent: string): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((part: unknown) => {
      if (isObject(part)) {
        const line = linesOf(part, parent)
          .map((text) => text.trim())
          .join(', ');
        return line === '' ? [] : [line];
      }
      return part === null ? [] : [plain(part as string | number | boolean)]; // what is left of JSON in a list
    });
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => memberLines(key, inner, parent));
}

/** A stored object as a person reads it: German names, no braces, nothing where nothing is said. */
export const objectText = (value: unknown): string => linesOf(value, '').join('\n');

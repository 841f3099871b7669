import { invalidCharactersText } from '../control-characters.ts';
import { germanMoney, germanNumber, germanPercent } from '../german-figures.ts';
import { settingsNames } from './field-names.ts';
import type { RuleIssue } from './tariff-drafts.ts';

type Figures = NonNullable<RuleIssue['params']>;

const figure = (value: string | number | undefined): string =>
  typeof value === 'number' ? germanNumber(value, 0, 2) : (value ?? '');

/** 12.5 → "12,5 %". */
const percent = (value: string | number | undefined): string => germanPercent(Number(value ?? 0) / 100, 0, 1);

/** A limit in the unit people type, with all of its places: least costs of 0.01 % are not "0 %". */
function limit(params: Figures, key: 'min' | 'max'): string {
  const value = Number(params[key]);
  switch (params['unit']) {
    case 'fraction':
      return germanPercent(value, 0, 4);
    case 'percent':
      return germanPercent(value / 100, 0, 4);
    case 'euro':
      return germanMoney(value);
    default:
      return figure(value);
  }
}

const isSettingsField = (field: string): field is keyof typeof settingsNames => field in settingsNames;
function settingsName(params: Figures): string {
  const field = String(params['field']);
  return isSettingsField(field) ? settingsNames[field] : field;
}

const texts = {
  // any field
  required: () => 'Diese Angabe ist erforderlich.',
  invalidCharacters: () => invalidCharactersText,
  tooLong: ({ max }) => `Höchstens ${figure(max)} Zeichen sind möglich.`,
  tooSmall: (params) => `Der Wert muss mindestens ${limit(params, 'min')} betragen.`,
  tooLarge: (params) => `Der Wert darf höchstens ${limit(params, 'max')} betragen.`,
  precision: ({ precision }) =>
    precision === 0
      ? 'Nachkommastellen sind nicht möglich.'
      : precision === 1
        ? 'Höchstens eine Nachkommastelle ist möglich.'
        : `Höchstens ${figure(precision)} Nachkommastellen sind möglich.`,
  unknownValue: () => 'Bitte wählen Sie einen der angebotenen Werte.',
  duplicate: () => 'Jeder Eintrag darf nur einmal vorkommen.',
  keyFormat: () => 'Der Schlüssel darf nur Buchstaben ohne Umlaute, Ziffern und die Zeichen _ . - enthalten.',
  // product type
  notOfType: () => 'Dieses Feld gehört nicht zur gewählten Tarifart.',
  onlyContinuous: () => 'Dieses Feld gilt nur bei laufender Optimierung.',
  dayRange: () => 'Das Datum muss zwischen dem 01.01.1900 und dem 31.12.2040 liegen.',
  tooManySteps: ({ max }) => `Höchstens ${figure(max)} Stufen sind möglich.`,
  stepNotLater: () => 'Die Stufe muss näher am Ende liegen als die vorherige.',
  stepNotLower: () => 'Die Risikoklasse muss niedriger sein als die der vorherigen Stufe.',
  // publishing
  dayInPast: () => 'Der Tag darf nicht in der Vergangenheit liegen.',
  // settings
  aboveMaximum: (params) => `Der Wert muss kleiner oder gleich dem Feld „${settingsName(params)}“ sein.`,
  belowMinimum: (params) => `Der Wert muss größer oder gleich dem Feld „${settingsName(params)}“ sein.`,
  // hints
  answerRequired: () => 'Bitte wählen Sie eine Antwort.',
  // risk classes
  classCount: () => 'Für jede Risikoklasse werden ein Ziel und eine Bandbreite gebraucht.',
  targetNotHigher: ({ riskClass }) =>
    `Das Ziel der Klasse ${figure(riskClass)} muss höher sein als das der vorherigen Klasse.`,
  targetRange: ({ riskClass }) =>
    `Das Ziel der Klasse ${figure(riskClass)} muss zwischen ${percent(0)} und ${percent(100)} liegen.`,
  rangeNegative: ({ riskClass }) =>
    `Die Bandbreite der Klasse ${figure(riskClass)} darf nicht kleiner als ${percent(0)} sein.`,
  bandsOverlap: ({ riskClass, high, nextClass, low }) =>
    `Das Band der Klasse ${figure(riskClass)} (bis ${percent(high)}) überschneidet sich mit dem Band der Klasse ${figure(nextClass)} (ab ${percent(low)}).`,
  bandBelowZero: ({ riskClass }) => `Das Band der Klasse ${figure(riskClass)} beginnt unter ${percent(0)}.`,
  bandAboveHundred: ({ riskClass }) => `Das Band der Klasse ${figure(riskClass)} endet über ${percent(100)}.`,
  // matrices
  columnSum: ({ riskClass, sum }) =>
    `Die Spalte der Klasse ${figure(riskClass)} ergibt ${percent(sum)} statt ${percent(100)}.`,
  shareRange: () => `Der Anteil muss zwischen ${percent(0)} und ${percent(100)} liegen.`,
  unusedNotZero: () => 'Ein Feld, das nicht verwendet wird, muss 0 sein.',
  unknownClass: () => 'Diese Risikoklasse gibt es nicht.',
  comparedWithItself: () => 'Eine Peergroup kann nicht mit sich selbst verglichen werden.',
  viewsRequired: () => 'Bitte geben Sie mindestens eine Markteinschätzung an, aus der berechnet werden soll.',
  tooManyViews: ({ max }) => `Höchstens ${figure(max)} Markteinschätzungen sind möglich.`,
  unknownPeergroup: () => 'Diese Peergroup ist nicht ausgewählt.',
  unknownFund: () => 'Dieser Fonds ist nicht hinzugefügt.',
  peergroupsRequired: () => 'Bitte wählen Sie mindestens eine Peergroup.',
  relatedToItself: () => 'Eine Peergroup kann nicht mit sich selbst verwandt sein.',
  fundsRequired: () => 'Bitte fügen Sie mindestens einen Fonds hinzu.',
  borderNotRising: () => 'Der Wert darf nicht kleiner oder gleich dem vorherigen sein.',
  lastBorder: () => `Die Obergrenze der letzten Klasse ist immer ${percent(100)}.`,
} satisfies Readonly<Record<string, (params: Figures) => string>>;

/** Codes of the rules: each has its text, or it does not compile. */
export type RuleCode = keyof typeof texts;
/** Codes that have a text. */
export const ruleCodes: readonly string[] = Object.keys(texts);

/** Whether a code has a text; findings of the server may come from elsewhere. */
export const hasRuleText = (code: string): code is RuleCode => Object.hasOwn(texts, code);

/**
 * A finding of the rules in German.
 *
 * @throws Error for a code without text
 */
export function ruleText({ code, params = {} }: Pick<RuleIssue, 'code' | 'params'>): string {
  if (!hasRuleText(code)) throw new Error(`unknown rule code ${code}`);
  return texts[code](params);
}

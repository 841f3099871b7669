import { formatPercent } from '../percent.ts';

/** What an insurer promises for the end of a hybrid contract: by the type of a static tariff, or by its guarantee fund. */
export const guaranteeKinds = ['contributions', 'highest', 'pension', 'guaranteeFund'] as const;
export type GuaranteeKind = (typeof guaranteeKinds)[number];

/** Why it cannot be said what has to be safe today. */
export const guaranteeObstacles = [
  'noType',
  'noLevel',
  'noInterest',
  'pension',
  'noEnd',
  'noValuation',
  'noContributions',
] as const;
export type GuaranteeObstacle = (typeof guaranteeObstacles)[number];

const kindTexts: Readonly<Record<GuaranteeKind, string>> = {
  contributions: 'Beitragsgarantie zum Ende',
  highest: 'Höchststandsgarantie zum Ende',
  pension: 'Garantierte Mindestrente',
  guaranteeFund: 'Beitragsgarantie mit Wertsicherungsfonds',
};

/** What is promised, in German. */
export const guaranteeKindText = (kind: GuaranteeKind): string => kindTexts[kind];

const obstacleTexts: Readonly<Record<GuaranteeObstacle, string>> = {
  noType: 'Im Tarif ist keine Garantieart hinterlegt.',
  noLevel: 'Weder im Vertrag noch im Tarif ist ein Garantieniveau hinterlegt.',
  noInterest: 'Im Tarif ist kein Garantiezins hinterlegt.',
  pension: 'Der Rentenfaktor der garantierten Mindestrente ist nicht hinterlegt.',
  noEnd: 'Im Vertrag ist kein Ende hinterlegt.',
  noValuation: 'Zum Vertrag liegt keine Bewertung vor.',
  noContributions: 'Die eingezahlten Beiträge sind nicht bekannt.',
};

/** A German sentence that says why the floor is unknown. */
export const guaranteeObstacleText = (obstacle: GuaranteeObstacle): string => obstacleTexts[obstacle];

/** Whether a promise is kept today: `near` where more is in equities than the cushion bears. */
export const guaranteeStatuses = ['kept', 'near', 'below'] as const;
export type GuaranteeStatus = (typeof guaranteeStatuses)[number];

const statusTexts: Readonly<Record<GuaranteeStatus, string>> = {
  kept: 'Garantie gesichert',
  near: 'Nahe am gesicherten Betrag',
  below: 'Unter dem gesicherten Betrag',
};

/** The status in German. */
export const guaranteeStatusText = (status: GuaranteeStatus): string => statusTexts[status];

/** A level or an interest that is promised, with every place it is kept with: 0.80005 → "80,005 %"; what is typed is what is read. */
export const promisedRateText = (fraction: number): string => formatPercent(fraction, 0, 4);

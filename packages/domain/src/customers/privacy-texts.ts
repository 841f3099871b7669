import type { KeptArea } from './retention.ts';

/** What a customer can agree to, in the order it is shown. */
export const consentKinds = ['dataProcessing', 'mail', 'phone', 'sharing'] as const;
export type ConsentKind = (typeof consentKinds)[number];

export const consentKindTexts: Readonly<Record<ConsentKind, string>> = {
  dataProcessing: 'Verarbeitung für Beratung und Depotanalyse',
  mail: 'Werbung per E-Mail',
  phone: 'Werbung per Telefon',
  sharing: 'Weitergabe an Produktgeber',
};

export const consentDecisions = ['given', 'withdrawn'] as const;
export type ConsentDecision = (typeof consentDecisions)[number];

export const consentDecisionTexts: Readonly<Record<ConsentDecision, string>> = {
  given: 'Erteilt',
  withdrawn: 'Widerrufen',
};

/** What a customer agreed to herself beside these kinds, which only she can take back. */
export const agreementSubjects = ['analysis', 'bank', 'terms'] as const;
export type AgreementSubject = (typeof agreementSubjects)[number];

export const agreementSubjectTexts: Readonly<Record<AgreementSubject, string>> = {
  analysis: 'Verarbeitung für eine Depotanalyse',
  bank: 'Abruf der Depots bei einer Bank',
  terms: 'Nutzungsbedingungen',
};

/** Where she did. */
export const agreementWays = ['invitation', 'registration', 'analysis', 'access'] as const;
export type AgreementWay = (typeof agreementWays)[number];

export const agreementWayTexts: Readonly<Record<AgreementWay, string>> = {
  invitation: 'In einer Einladung',
  registration: 'Bei der Registrierung',
  analysis: 'In der Depotanalyse vor der Registrierung',
  access: 'Im eigenen Zugang',
};

/** Why data is erased: the cases of Art. 17 (1) GDPR, in its order. */
export const erasureBases = ['noLongerNeeded', 'consentWithdrawn', 'objection', 'unlawful'] as const;
export type ErasureBasis = (typeof erasureBases)[number];

export const erasureBasisTexts: Readonly<Record<ErasureBasis, string>> = {
  noLongerNeeded: 'Daten werden nicht mehr benötigt (Art. 17 Abs. 1 a DSGVO)',
  consentWithdrawn: 'Einwilligung widerrufen (Art. 17 Abs. 1 b DSGVO)',
  objection: 'Widerspruch gegen die Verarbeitung (Art. 17 Abs. 1 c DSGVO)',
  unlawful: 'Unrechtmäßige Verarbeitung (Art. 17 Abs. 1 d DSGVO)',
};

export const erasureStates = ['waiting', 'erased', 'withdrawn'] as const;
export type ErasureState = (typeof erasureStates)[number];

export const erasureStateTexts: Readonly<Record<ErasureState, string>> = {
  waiting: 'Vorgemerkt',
  erased: 'Gelöscht',
  withdrawn: 'Zurückgenommen',
};

export const keptAreaTexts: Readonly<Record<KeptArea, string>> = {
  contracts: 'Verträge mit Beständen, Sparplänen und Risikoprofilen',
  orders: 'Aufträge und eingereichte Formulare',
  consultations: 'Abgeschlossene Beratungen',
  documents: 'Dokumente und Berichte',
};

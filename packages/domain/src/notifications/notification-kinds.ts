import type { PermissionCode } from '../permissions.ts';
import { type TaskType, taskTypeFacts, taskTypes } from '../workbench/task-types.ts';

/** What somebody is told besides tasks: that one was given to him, and what became of what he asked for or started. */
export const personalKinds = [
  'taskAssigned',
  'noteMention',
  'planApproved',
  'planRefused',
  'tariffApproved',
  'tariffRejected',
  'jobEnded',
] as const;
export type PersonalKind = (typeof personalKinds)[number];

/** Every kind of event people are told of: a task of each kind has opened or become graver, and what concerns one person. */
export type NotificationKind = PersonalKind | TaskType;
export const notificationKinds: readonly [NotificationKind, ...NotificationKind[]] = [
  ...personalKinds,
  ...taskTypes,
];

/** What an event may lead to. */
export type NotificationTarget = 'task' | 'contract' | 'tariff' | 'job' | 'customer';

/** Without a mail, within some minutes, or once a morning with everything else. */
export const mailWays = ['none', 'soon', 'daily'] as const;

/** Kinds that come by the hundred with a market or a calendar: one line with a number, and only for those who ask for it. */
const gathered: ReadonlySet<NotificationKind> = new Set<NotificationKind>([
  'lossReached',
  'riskOutOfBand',
  'profileEnding',
  'profileMissing',
  'hints',
  'pendingChanges',
  'planWaiting',
  'documentUnsigned',
  'consultationOpen',
]);

/** What the law wants known by the end of the day on which it happens. */
const sameDay: ReadonlySet<NotificationKind> = new Set<NotificationKind>(['lossReached']);
export const isForSameDay = (kind: NotificationKind): boolean => sameDay.has(kind);

const personalPermissions: Readonly<Record<PersonalKind, PermissionCode | null>> = {
  taskAssigned: 'workbench.view',
  noteMention: 'customers.view',
  planApproved: 'optimization.view',
  planRefused: 'optimization.view',
  tariffApproved: 'tariffs.view',
  tariffRejected: 'tariffs.view',
  jobEnded: null,
};

const isPersonal = (kind: NotificationKind): kind is PersonalKind => Object.hasOwn(personalPermissions, kind);

export interface NotificationFacts {
  readonly kind: NotificationKind;
  /** What somebody must hold to be told; empty = whoever works in the house. */
  readonly permissions: readonly PermissionCode[];
  /** One line for all of them until it is read. */
  readonly isGathered: boolean;
  /** Shown under the bell unless somebody says otherwise. */
  readonly isInApp: boolean;
  /** How it is mailed unless somebody says otherwise: not at all, but for what has to be known the same day. */
  readonly mail: (typeof mailWays)[number];
}

export function notificationFacts(kind: NotificationKind): NotificationFacts {
  const isGathered = gathered.has(kind);
  if (isPersonal(kind)) {
    const permission = personalPermissions[kind];
    return {
      kind,
      permissions: permission === null ? [] : [permission],
      isGathered,
      isInApp: true,
      mail: 'none',
    };
  }
  return {
    kind,
    permissions: ['workbench.view', taskTypeFacts[kind].permission],
    isGathered,
    isInApp: !isGathered || sameDay.has(kind),
    mail: sameDay.has(kind) ? 'soon' : 'none',
  };
}

/** Kinds somebody with these permissions can be told of. */
export const possibleNotifications = (permissions: ReadonlySet<string>): NotificationKind[] =>
  notificationKinds.filter((kind) =>
    notificationFacts(kind).permissions.every((permission) => permissions.has(permission)),
  );

/** The kind of task behind a notification; null for what is no task of its own kind. */
export const taskTypeOf = (kind: NotificationKind): TaskType | null => (isPersonal(kind) ? null : kind);

/** What has happened, in one line without names: also in mails, which anybody on their way may read. */
const texts: Readonly<Record<NotificationKind, string>> = {
  taskAssigned: 'Eine Aufgabe wurde Ihnen zugewiesen',
  noteMention: 'Sie wurden in einer Notiz erwähnt',
  planApproved: 'Ihre Aufträge wurden freigegeben',
  planRefused: 'Ihre Aufträge wurden abgelehnt',
  tariffApproved: 'Ihre Tarifversion wurde freigegeben',
  tariffRejected: 'Ihre Tarifversion wurde abgelehnt',
  jobEnded: 'Ihre Hintergrundarbeit ist beendet',
  orderUnclear: 'Ein Auftrag ist in Klärung: bitte nicht noch einmal erteilen',
  planApproval: 'Große Aufträge warten auf eine zweite Person',
  lossReached: 'Ein Vertrag hat die Verlustschwelle erreicht',
  riskOutOfBand: 'Risiko liegt außerhalb des Bandes',
  profileEnding: 'Ein Risikoprofil läuft ab oder ist neu zu erheben',
  profileMissing: 'Ein Risikoprofil fehlt',
  hints: 'Neue Hinweise zu einem Vertrag',
  pendingChanges: 'Ein Institut meldet andere Daten',
  planWaiting: 'Eine Optimierung wartet auf den nächsten Schritt',
  documentUnsigned: 'Eine Unterschrift fehlt',
  followUp: 'Eine Wiedervorlage ist fällig',
  messageWaiting: 'Ein Kunde hat geschrieben',
  answersWaiting: 'Ein Kunde hat einen Fragebogen beantwortet',
  consentWithdrawn: 'Ein Kunde hat eine Einwilligung widerrufen',
  consultationOpen: 'Eine Beratung ist noch nicht abgeschlossen',
  newDepot: 'Ein neues Bankdepot ist zuzuordnen',
  bankPassword: 'Ein Bankpasswort fehlt oder gilt nicht mehr',
  refreshFailed: 'Ein Abruf bei einer Bank ist gescheitert',
  importProblem: 'Eine Bestandsübernahme braucht Ihre Entscheidung',
  vanishedFunds: 'Ein veröffentlichter Tarif nennt nicht mehr kaufbare Fonds',
  approval: 'Eine Tarifversion wartet auf Freigabe',
  jobFailed: 'Hintergrundarbeit wurde aufgegeben',
  analysisRequest: 'Ein Interessent bittet um Kontakt',
  registrationWaiting: 'Eine Registrierung wartet auf Freigabe',
  clientRegistered: 'Jemand hat sich selbst registriert',
  invitationSubmitted: 'Eine Einladung wurde angenommen',
};
export const notificationText = (kind: NotificationKind): string => texts[kind];

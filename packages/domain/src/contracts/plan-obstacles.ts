/** Why a contract is not planned where nobody sits before it, each with what mends it. */
export const planObstacleTexts = {
  profileMissing:
    'Nicht alle Vertragsinhaber haben ein gültiges Risikoprofil. Bitte erheben Sie die fehlenden; am Vertrag steht, wessen. Danach wird geplant.',
  notCheckable:
    'Bestand oder Risikoklassen des Tarifs fehlen. Bitte ergänzen Sie den Bestand des Vertrags oder den Tarif.',
  customerBlocked:
    'Der Kunde oder ein weiterer Vertragsinhaber ist gesperrt. Geplant wird erst, wenn die Sperre aufgehoben ist.',
  pendingChanges:
    'Die Bank meldet Änderungen, über die noch nicht entschieden ist. Bitte übernehmen oder verwerfen Sie sie zuerst.',
  openPlan:
    'Am Vertrag ist schon ein Vorschlag offen, den ein Berater gemacht hat, einzeln oder für viele Verträge. Bitte führen Sie ihn aus, oder verwerfen Sie ihn.',
  ordersOpen: 'Aufträge des Vertrags sind bei der Bank noch nicht abgeschlossen.',
  pricesMissing: 'Kurse fehlen oder sind zu alt. Bitte aktualisieren Sie die Kurse oder den Bestand.',
  notSolvable:
    'Mit den Grenzen des Tarifs und dem, was der Kunde wünscht, lässt sich für diesen Bestand kein Vorschlag finden. Bitte planen Sie den Vertrag von Hand.',
} as const;

/** Said wherever a contract whose last day is reached would be planned: there is nothing left to switch or to save into. */
export const contractEndedText =
  'Der Vertrag ist beendet. Vorschläge und Aufträge gibt es für ihn nicht mehr.';

/** Said wherever a contract that was being planned is another one by the time its plan would be stored. */
export const contractChangedText =
  'Der Vertrag hat sich während der Planung geändert. Bitte planen Sie ihn erneut.';

/** Said wherever nothing is done with a contract because somebody who holds it is blocked. */
export const contractBlockedText = 'Der Kunde oder ein weiterer Vertragsinhaber ist gesperrt.';

/** Said wherever nothing is done with a plan any more because its orders have left. */
export const planOrderedText = 'Die Bank hat die Aufträge dieses Vorschlags schon.';

/** Said wherever a plan is another one than whoever decides about it has seen. */
export const planChangedText =
  'Der Vorschlag hat sich inzwischen geändert. Bitte sehen Sie sich den neuen an.';

export type PlanObstacle = keyof typeof planObstacleTexts;

/** What of a contract can keep it from being planned, known without its figures. */
export interface PlanningState {
  readonly isBlocked: boolean;
  readonly hasPendingChanges: boolean;
  /** `ordered`: the bank has it; `foreign`: an adviser made it; `own`: from the tariff's calendar. */
  readonly openPlan: 'ordered' | 'foreign' | 'own' | null;
}

/** What keeps a contract from being planned; null where nothing does. */
export const planObstacleOf = ({
  isBlocked,
  hasPendingChanges,
  openPlan,
}: PlanningState): PlanObstacle | null =>
  isBlocked
    ? 'customerBlocked'
    : openPlan === 'ordered'
      ? 'ordersOpen'
      : openPlan === 'foreign'
        ? 'openPlan'
        : hasPendingChanges
          ? 'pendingChanges'
          : null;

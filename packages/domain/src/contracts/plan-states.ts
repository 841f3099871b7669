/** States of a stored plan, from its making to its end. */
export const planStates = [
  'draft',
  'checked',
  'waitingForClient',
  'waitingForApproval',
  'waitingForSecondFactor',
  'submitted',
  'confirmed',
  'partlyConfirmed',
  'rejected',
  'expired',
] as const;
export type PlanState = (typeof planStates)[number];

/** What planning came to for one contract of many, in the order it is shown: a plan, left out, or nothing to be done. */
export const planRowResults = ['planned', 'skipped', 'nothingToDo'] as const;

/** States in which a plan can still be changed or given up: the bank has no order of it. */
export const changeablePlanStates = [
  'draft',
  'checked',
  'waitingForClient',
  'waitingForApproval',
  'waitingForSecondFactor',
] as const satisfies readonly PlanState[];

/** States of a plan that is neither carried out nor given up; a contract has one such plan at most. */
export const openPlanStates = [...changeablePlanStates, 'submitted'] as const satisfies readonly PlanState[];

/** States of a plan the bank carried out, wholly or in part. */
export const carriedOutPlanStates = ['confirmed', 'partlyConfirmed'] as const satisfies readonly PlanState[];

/** Whether the bank carried a plan out, wholly or in part. */
export const isCarriedOutPlan = ({ state }: { readonly state: PlanState }): boolean =>
  carriedOutPlanStates.some((carriedOut) => carriedOut === state);

/** Whether a plan is neither carried out nor given up. */
export const isOpenPlan = ({ state }: { readonly state: PlanState }): boolean =>
  openPlanStates.some((open) => open === state);

/** Whether a plan can still be changed or given up. */
export const isChangeablePlan = ({ state }: { readonly state: PlanState }): boolean =>
  changeablePlanStates.some((changeable) => changeable === state);

/** What papers call a state. */
export const planStateNames: Readonly<Record<PlanState, string>> = {
  draft: 'Entwurf',
  checked: 'Geprüft',
  waitingForClient: 'Wartet auf den Kunden',
  waitingForApproval: 'Wartet auf Freigabe',
  waitingForSecondFactor: 'Wartet auf die TAN',
  submitted: 'Bei der Bank',
  confirmed: 'Ausgeführt',
  partlyConfirmed: 'Teilweise ausgeführt',
  rejected: 'Abgelehnt',
  expired: 'Abgelaufen',
};

/** Whether a second person has to agree to a plan before it is carried out, and how far that is. */
export const planApprovalStates = ['notRequired', 'missing', 'waiting', 'refused', 'approved'] as const;
export type PlanApprovalState = (typeof planApprovalStates)[number];

/** What a request for approval came to so far. */
export const approvalDecisions = [
  'waiting',
  'refused',
  'approved',
] as const satisfies readonly PlanApprovalState[];
export type ApprovalDecision = (typeof approvalDecisions)[number];

export const approvalDecisionNames: Readonly<Record<ApprovalDecision, string>> = {
  waiting: 'Wartet auf Freigabe',
  refused: 'Abgelehnt',
  approved: 'Freigegeben',
};

/** Euros that change place: the larger of what is sold and what is bought, to the cent; a switch in one order does both. */
export function turnoverOf(orders: readonly { readonly action: string; readonly amount: number }[]): number {
  const without = (other: 'sell' | 'buy') =>
    orders.reduce((total, order) => total + (order.action === other ? 0 : order.amount), 0);
  return Math.round(100 * Math.max(without('buy'), without('sell'))) / 100;
}

/**
 * Euros that several executions move together, to the cent: what is sold by one and bought by another counts for both.
 * @param executions orders of each
 */
export function turnoverOfAll(executions: readonly Parameters<typeof turnoverOf>[0][]): number {
  return Math.round(executions.reduce((sum, orders) => sum + 100 * turnoverOf(orders), 0)) / 100;
}

/**
 * How far a plan is on its way past a second person.
 * @param turnover euros that change place by the plan and by what nobody had to agree to in its contract on the same day:
 *   a large order in several pieces needs a second person as well
 * @param limit euros from which on a second person has to agree; null = never
 * @param decision what the request for this plan came to; null = nobody asked
 */
export function approvalStateOf(
  turnover: number,
  limit: number | null,
  decision: ApprovalDecision | null,
): PlanApprovalState {
  if (decision === 'approved') return 'approved';
  if (limit === null || turnover < limit) return 'notRequired';
  return decision ?? 'missing';
}

/** Whether somebody may agree to or refuse a plan: not who made, changed or asked for it. */
export const isSecondPerson = (userId: string, involved: readonly (string | null)[]): boolean =>
  !involved.includes(userId);

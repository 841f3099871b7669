import type { Frame } from './contract-frame.ts';
import { type DepotState, priceOn, valueInCents } from './depot-simulation.ts';

/** A contract whose depot is simulated: what lies idle is known. */
export interface SettledFrame extends Frame {
  readonly idleCents: number;
}

/** Idle money has lain there all the time: were it a share of the funds on every day, it would earn what they do. */
export const withIdleMoney = (frame: Frame, current: DepotState): SettledFrame => ({
  ...frame,
  idleCents: Math.round(
    heldFunds(frame, current).reduce((sum, { cents }) => sum + cents, 0) * frame.cashShare,
  ),
});

/** Funds of a depot that are worth something on its day, with their value in cents. */
export const heldFunds = (frame: Frame, state: DepotState) =>
  frame.depot.plan.funds.flatMap((fund, index) => {
    const quantity = state.quantities[index] ?? 0;
    const price = priceOn(fund, state.day);
    const cents = valueInCents(quantity, price);
    return quantity > 0 && cents > 0 ? [{ index, quantity, price, cents }] : [];
  });

/** What is recorded of the purchases of a depot: for most all of it, for some only its last years, for some nothing. */
import { type FundMovement, heldLots } from '@depotwerk/engine/analysis/fund-lots';
import { addDays } from './bank-days.ts';
import type { Frame } from './contract-frame.ts';
import { euro } from './contract-rows.ts';
import type { ContractTables } from './contract-tables.ts';
import { type DepotState, quantityScale, type SimulatedMovement } from './depot-simulation.ts';
import { Random } from './random.ts';
import type { TenantWorld } from './tenant-world.ts';

/** The recorded movements of each fund of a depot by its position. */
export interface RecordedMovements {
  readonly byFund: readonly (readonly FundMovement[])[];
  readonly isComplete: boolean;
}

const nothing: RecordedMovements = { byFund: [], isComplete: false };
/** How much of the purchases a depot's movements go back to where they are not complete. */
const recentDays = 3 * 365;

/** A policy has none: in it exchanging funds is no sale for the tax. */
export function movementsOf(
  world: TenantWorld,
  frame: Frame,
  state: DepotState,
  simulated: readonly SimulatedMovement[],
): RecordedMovements {
  if (frame.worldTariff.tariff.parameters.typeId !== 1) return nothing;
  const random = new Random(world.seed, 'movements', world.tenant.key, frame.contractId);
  const kind = random.int(1, 10);
  if (kind === 10) return nothing;
  const recent = addDays(world.anchor, -recentDays);
  const since = kind === 9 && (world.days[frame.startDay] ?? '') < recent ? recent : '';
  const byFund = frame.depot.plan.funds.map((fund, index) => {
    const movements = simulated.flatMap((one) => {
      const day = world.days[Math.min(one.day, fund.lastDay)] ?? world.anchor;
      const quantity = Math.round(Math.abs(one.units) * quantityScale) / quantityScale;
      if (one.index !== index || quantity === 0 || day < since) return [];
      return [
        { kind: one.units < 0 ? 'sale' : 'purchase', day, quantity, amount: inCents(one.amount) } as const,
      ];
    });
    const held = (state.quantities[index] ?? 0) / quantityScale;
    const whole = movements.map((one): FundMovement => ({ ...one, acquiredDay: null, factor: null }));
    return since === '' ? fitted(whole, held) : whole;
  });
  return { byFund, isComplete: since === '' };
}

const inCents = (amount: number) => Math.round(amount * 100) / 100;

/** Units are cut to the decimals of the fund where they are held: the newest purchases make up for it. */
function fitted(movements: FundMovement[], held: number): FundMovement[] {
  if (held === 0) return [];
  const list = [...movements];
  for (let place = list.length - 1; place >= 0; place -= 1) {
    const { missing, unrecorded } = heldLots(list, held);
    const difference = Math.round((missing - unrecorded) * quantityScale) / quantityScale;
    const movement = list[place];
    if (difference === 0 || movement?.kind !== 'purchase') continue;
    const quantity = Math.round(((movement.quantity ?? 0) + difference) * quantityScale) / quantityScale;
    if (quantity > 0) list[place] = { ...movement, quantity };
    else list.splice(place, 1);
  }
  return list;
}

/** Where all purchases are recorded, what is held has cost what they say; elsewhere the average stays. */
export function withLotCosts(state: DepotState, { byFund, isComplete }: RecordedMovements): DepotState {
  if (!isComplete) return state;
  return {
    ...state,
    costs: state.costs.map((cost, index) => {
      const { lots } = heldLots(byFund[index] ?? [], (state.quantities[index] ?? 0) / quantityScale);
      return lots.length === 0 ? cost : lots.reduce((sum, lot) => sum + (lot.cost ?? 0), 0);
    }),
  };
}

export function writeMovements(
  world: TenantWorld,
  tables: ContractTables,
  frame: Frame,
  { byFund }: RecordedMovements,
): void {
  const random = new Random(world.seed, 'movement ids', world.tenant.key, frame.contractId);
  byFund.forEach((movements, index) => {
    const fund = frame.depot.plan.funds[index];
    for (const { kind, day, quantity, amount } of fund === undefined ? [] : movements)
      tables.fundMovements.add(
        world.tenant.id,
        random.uuid(),
        frame.contractId,
        fund?.id ?? 0,
        kind,
        day,
        (quantity ?? 0).toFixed(4),
        euro(Math.round((amount ?? 0) * 100)),
        'book',
      );
  });
}

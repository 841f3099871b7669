import { traderOrderStateNames } from '@depotwerk/domain/contracts/trader-order-states';
import { said } from '../../texts/texts.ts';
import type { LabelTone } from '../../ui/cells.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import type { TraderExecution } from './optimization-types.ts';

const stateTones: Record<TraderExecution['state'], LabelTone> = {
  prepared: 'info',
  sent: 'info',
  unknown: 'warn',
  confirmed: 'ok',
  partlyConfirmed: 'warn',
  refused: 'bad',
};

/** How far the bank is with the orders of a plan. */
export function OrderState({ state }: Pick<TraderExecution, 'state'>) {
  return <ColourLabel tone={stateTones[state]}>{said(traderOrderStateNames[state])}</ColourLabel>;
}

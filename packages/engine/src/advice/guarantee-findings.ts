import type { ContractInput } from '../check/contract-input.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { contractCover, guaranteeLimit } from '../guarantee/keep-guarantee.ts';
import { euros } from '../planning/euro-text.ts';
import { toCents } from '../rounding/in-cents.ts';
import type { AdviceFinding as Finding } from './purchase-for-client.ts';

/**
 * What the promise for the end says of a plan: a block where the plan is against it, a warning where afterwards it is still in
 * danger, because the floor is missed or more is in equities than the cushion bears.
 */
export function guaranteeFindings(
  context: TariffContext,
  before: ContractInput,
  after: ContractInput,
): Finding[] {
  const limit = guaranteeLimit(context, before, after);
  if (limit) return [['blocked', limit.text]];
  const cover = contractCover(context, after);
  const money = (amount: number) => euros(toCents(amount));
  switch (cover?.status) {
    case 'below':
      return [
        [
          'warning',
          `Der Vertrag liegt ${money(-cover.cushion)} unter den ${money(cover.floor)}, die heute sicher sein müssen, damit die Garantie am Ende erfüllt wird.`,
        ],
      ];
    case 'near':
      return [
        [
          'warning',
          `In Aktien liegen ${money(cover.exposure)}; damit die Garantie am Ende erfüllt wird, sollen es bei einem Puffer von ${money(cover.cushion)} höchstens ${money(cover.allowed)} sein.`,
        ],
      ];
    default:
      return [];
  }
}

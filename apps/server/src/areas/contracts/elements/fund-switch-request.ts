import { handingOverForms } from '@depotwerk/domain/contracts/key-information';
import * as z from 'zod/mini';

const percent = z.number().check(z.minimum(0), z.maximum(100), z.multipleOf(1));
const fundId = z.int().check(z.minimum(1), z.maximum(2_147_483_647));
const chosenFund = z.strictObject({
  fundId,
  fundName: z.string().check(z.maxLength(255)),
  isin: z.string().check(z.maxLength(12)),
  percent: z.nullable(percent),
});
const rows = z.array(chosenFund).check(z.maxLength(50));

/** Data of the fund-switch form: shares in whole percent. Names are repeated for display; the server sets them. */
export const fundSwitchRequest = z.strictObject({
  /** `percent` of the holding that is sold. */
  fromFunds: rows,
  targetFundId: z.nullable(fundId),
  /** `percent` of the proceeds that is bought. */
  toFunds: rows,
  execution: z.strictObject({ kind: z.enum(['next', 'date']), date: z.nullable(z.iso.date()) }),
  savingsPlan: z.strictObject({ isChanged: z.boolean(), targetFundId: z.nullable(fundId), funds: rows }),
  remark: z.string().check(
    z.maxLength(2000),
    z.refine((text) => text.isWellFormed() && !text.includes('\u0000')),
  ),
  /** How the key information the purchases wait for was handed over; drafts of before lack it. */
  handingOver: z.prefault(z.nullable(z.enum(handingOverForms)), null),
  isConfirmed: z.boolean(),
});

export type FundSwitchRequest = z.infer<typeof fundSwitchRequest>;

/** Every fund the data names, for the look-up of what is allowed. */
export function fundIdsOf(request: FundSwitchRequest): number[] {
  const { fromFunds, toFunds, savingsPlan, targetFundId } = request;
  const ids = [...fromFunds, ...toFunds, ...savingsPlan.funds].map((row) => row.fundId);
  for (const id of [targetFundId, savingsPlan.targetFundId]) if (id !== null) ids.push(id);
  return [...new Set(ids)];
}

/** Funds the application buys: for the proceeds, and with future premiums where their split changes. */
export const boughtFundIdsOf = ({ toFunds, savingsPlan }: FundSwitchRequest): number[] => [
  ...new Set([...toFunds, ...(savingsPlan.isChanged ? savingsPlan.funds : [])].map(({ fundId }) => fundId)),
];

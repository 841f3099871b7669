import { checkAdvice } from '@depotwerk/engine/advice/advice-check';
import { type AdviceContractRow, toCheckedContract } from './advice-contract.ts';
import type { AssembledTariff } from './assemble-tariff.ts';
import { type CheckResult, toStoredCheck } from './check-result.ts';

/** Checks one contract as it is stored; null when its tariff has no classes. */
export function checkRow(
  row: AdviceContractRow,
  assembled: AssembledTariff,
  day: number,
): CheckResult | null {
  const checked = toCheckedContract(row, assembled, day);
  const check = checkAdvice(assembled.tariff, assembled.funds, checked);
  return check && toStoredCheck(check, checked, assembled);
}

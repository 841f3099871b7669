import type { AdviceFund } from '@depotwerk/engine/advice/advice-input';
import type { AdviceContractRow } from './advice-contract.ts';
import type { AssembledTariff } from './assemble-tariff.ts';

/** A universe larger than this is not sent: nobody picks from thousands, and shortlists are sent anyway. */
const maximumChosen = 500;

/** Funds of a tariff's contracts by what they hold beyond the tariff's own: what is prepared of an array is prepared once. */
const knownFunds = new WeakMap<AssembledTariff, Map<string, readonly AdviceFund[]>>();
/** So many holdings beyond the tariff's own are remembered of a tariff. */
const maximumKnown = 30;

/**
 * Funds a plan of this contract can speak of: held, saved into, on a shortlist or proposed, and successors. Contracts with
 * the same ones get the same array.
 */
export function relevantFunds(
  row: Pick<AdviceContractRow, 'fund_ids' | 'saved_ids'>,
  assembled: AssembledTariff,
): readonly AdviceFund[] {
  let known = knownFunds.get(assembled);
  if (!known) knownFunds.set(assembled, (known = new Map([['', fundsWith([], assembled)]])));
  const own = fundIds(known.get('') ?? []);
  const others = new Set([...(row.fund_ids ?? []), ...(row.saved_ids ?? [])].filter((id) => !own.has(id)));
  const ids = [...others].toSorted((a, b) => a - b);
  const key = ids.join(' ');
  let funds = known.get(key);
  if (!funds) {
    // The tariff's own stay: most contracts hold nothing else.
    if (known.size > maximumKnown) knownFunds.set(assembled, (known = new Map([['', known.get('') ?? []]])));
    known.set(key, (funds = fundsWith(ids, assembled)));
  }
  return funds;
}

const idsOf = new WeakMap<readonly AdviceFund[], ReadonlySet<number>>();

function fundIds(funds: readonly AdviceFund[]): ReadonlySet<number> {
  let ids = idsOf.get(funds);
  if (!ids) idsOf.set(funds, (ids = new Set(funds.map(({ fundId }) => fundId))));
  return ids;
}

function fundsWith(
  ids: readonly number[],
  { tariff, fundById, fundByIsin }: AssembledTariff,
): readonly AdviceFund[] {
  const funds = new Map<string, AdviceFund>();
  const add = (fund: AdviceFund | undefined) => {
    if (fund) funds.set(fund.isin, fund);
  };
  const chosen = (tariff.universe ?? []).length <= maximumChosen ? (tariff.universe ?? []) : [];
  for (const id of ids) add(fundById.get(id));
  for (const isin of [...chosen, ...tariff.shortlists.flat()]) add(fundByIsin.get(isin));
  for (const { proposal } of tariff.classes) for (const { isin } of proposal) add(fundByIsin.get(isin));
  for (const { successor } of funds.values()) if (successor !== null) add(fundByIsin.get(successor));
  return [...funds.values()].toSorted((a, b) => (a.isin < b.isin ? -1 : 1));
}

import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import { type ContractCheck, checkContract } from '../check/check-contract.ts';
import type { ContractInput } from '../check/contract-input.ts';
import { type CheckFund, prepareTariff, type TariffContext } from '../check/tariff-context.ts';
import { contractScore, scoreLevel, scoreStars } from '../contract-score.ts';
import type { ClientWishes } from '../ranking/client-restrictions.ts';
import { negativeMarketKey } from '../ranking/target-market.ts';
import type { RiskBand } from '../risk-band.ts';
import type { AdviceClass, AdviceTariff } from './advice-input.ts';

/** A check with the class it was made against; null = the contract has none that its tariff knows. */
export interface AdviceCheck extends ContractCheck {
  readonly riskClass: AdviceClass | null;
  readonly band: RiskBand | null;
}

/** What of a contract decides its check. */
export interface CheckedContract extends ClientWishes {
  readonly riskClassId: number | null;
  readonly contract: ContractInput;
}

/** Hints that compare with a class: without one there is nothing to compare with. */
const hintsOfClass: readonly HintCode[] = ['H01', 'H02', 'H08', 'H09', 'H10', 'H15'];

/** The lower of the limits there are; null = none. */
function lowestLimit(...limits: readonly (number | null | undefined)[]): number | null {
  const known = limits.flatMap((limit) => limit ?? []);
  return known.length === 0 ? null : Math.min(...known);
}

export const classOf = (tariff: AdviceTariff, riskClassId: number | null): AdviceClass | null =>
  tariff.classes.find((riskClass) => riskClass.riskClassId === riskClassId) ?? null;

const maximumContexts = 200;

/** Contexts of a tariff and its funds by class and wishes; gone together with either. */
const contexts = new WeakMap<AdviceTariff, WeakMap<readonly CheckFund[], Map<string, TariffContext>>>();

/**
 * The prepared side of a tariff's class for a client's wishes, made once.
 *
 * @param funds every fund that is held or may be offered; the same array for contracts that share contexts
 */
export function contextOf(
  tariff: AdviceTariff,
  funds: readonly CheckFund[],
  riskClass: AdviceClass | null,
  { esg, restrictions, client }: ClientWishes,
): TariffContext | null {
  const own = riskClass ?? tariff.classes[0];
  if (!own) return null;
  let byFunds = contexts.get(tariff);
  if (!byFunds) contexts.set(tariff, (byFunds = new WeakMap()));
  let known = byFunds.get(funds);
  if (!known) byFunds.set(funds, (known = new Map()));
  const preference = esg
    ? `${esg.minimumArticle}/${esg.minimumSustainableShare}/${esg.minimumTaxonomyShare ?? 0}/${esg.needsPai}`
    : '';
  const excluded = restrictions ? JSON.stringify(restrictions) : '';
  const market = negativeMarketKey(funds, client);
  const key = `${riskClass?.riskClassId ?? 'none'} ${preference} ${market} ${excluded}`;
  let context = known.get(key);
  if (!context) {
    context = prepareTariff({
      measure: tariff.measure,
      target: own.target,
      range: own.range,
      peerGroups: tariff.peerGroups.map(({ name }) => name),
      covariance: tariff.covariance,
      targetWeights: own.targetWeights,
      shortlists: tariff.shortlists,
      proposal: own.proposal,
      funds,
      universe: tariff.universe,
      rules: { ...tariff.rules, sriLimit: lowestLimit(riskClass?.sriLimit, tariff.sriLimit) },
      esg,
      restrictions,
      client,
      silencedHints: riskClass ? tariff.silencedHints : [...tariff.silencedHints, ...hintsOfClass],
    });
    // Wishes are what people choose; a tariff whose clients choose very many starts anew.
    if (known.size >= maximumContexts) known.clear();
    known.set(key, context);
  }
  return context;
}

/**
 * Checks a contract of a tariff. Without a risk class only what needs none is looked at: the parts risk, allocation
 * and costs are 0, and so is a savings plan's, so that the score is no one to show or to store. Null when the tariff has no
 * class at all.
 */
export function checkAdvice(
  tariff: AdviceTariff,
  funds: readonly CheckFund[],
  { riskClassId, contract, ...wishes }: CheckedContract,
): AdviceCheck | null {
  const riskClass = classOf(tariff, riskClassId);
  const context = contextOf(tariff, funds, riskClass, wishes);
  if (!context) return null;
  const check = checkContract(context, contract);
  if (riskClass) return { ...check, riskClass, band: context.band };
  const saves = (contract.savingsPlan?.entries.length ?? 0) > 0;
  const parts = { ...check.parts, risk: 0, allocation: 0, costs: 0, savingsPlan: saves ? 0 : 100 };
  const score = contractScore(parts, check.hints[0]?.severity ?? null);
  return {
    ...check,
    parts,
    score,
    stars: scoreStars(score),
    level: scoreLevel(score),
    status: 'unknown',
    distance: 0,
    riskClass: null,
    band: null,
  };
}

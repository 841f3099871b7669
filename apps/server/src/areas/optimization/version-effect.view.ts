import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { RiskBandStatus } from '@depotwerk/domain/advice/risk-band-status';
import { hasEnded } from '@depotwerk/domain/contracts/has-ended';
import { turnoverOf } from '@depotwerk/domain/contracts/plan-approval';
import type { PlanningState } from '@depotwerk/domain/contracts/plan-obstacles';
import { openPlanStates } from '@depotwerk/domain/contracts/plan-states';
import {
  type AdviceCheck,
  type CheckedContract,
  checkAdvice,
  classOf,
  contextOf,
} from '@depotwerk/engine/advice/advice-check';
import type { AdviceTariff } from '@depotwerk/engine/advice/advice-input';
import { breaksCap } from '@depotwerk/engine/planning/cost-cap';
import { defaultOrderRules, type TradedFund } from '@depotwerk/engine/planning/plan-input';
import { planSwitch } from '@depotwerk/engine/planning/plan-optimization';
import { breaksSavingsLimits } from '@depotwerk/engine/planning/plan-savings';
import { canonicalJson } from '../../platform/audit/write-audit.ts';
import type { DbContext, Reader } from '../../platform/database/database.ts';
import { adviceContractTables, classOn, dayText, toCheckedContract, toDayNumber } from './advice-contract.ts';
import { costsOf, costTables, type PlanRow, planSelection } from './advice-input.view.ts';
import type { AssembledTariff } from './assemble-tariff.ts';
import { toStoredCheck } from './check-result.ts';
import { planningSelection, planningTables } from './planning-state.view.ts';
import { type StoredTariffContent, tariffRowsOfContent } from './tariff-content-rows.view.ts';
import { TariffData } from './tariff-data.ts';
import { stampQuery } from './tariff-rows.view.ts';

/** What of a check is compared between two versions. */
export interface ComparedCheck {
  /** Null without a class its tariff knows. */
  readonly score: number | null;
  readonly status: RiskBandStatus;
  /** Numbers of the hints found, each once. */
  readonly hintIds: ReadonlySet<number>;
}

/** What another version of its tariff would do to a contract. */
export interface VersionEffect {
  readonly contractId: string;
  readonly externalKey: string;
  /** As the contract has it, whether the tariff knows it or not. */
  readonly riskClassId: number | null;
  /** Null where contracts follow no version yet. */
  readonly before: ComparedCheck | null;
  readonly after: ComparedCheck;
  /** Whether the check gives another result, down to the last figure it stores. */
  readonly isChanged: boolean;
  /** The savings plan against the limits of what the contract follows today and of the version; null without one that runs. */
  readonly savingsPlan: { readonly breaksBefore: boolean; readonly breaksAfter: boolean } | null;
  /**
   * The full switch to the version, its fees in euros; null where nothing changes, no switch is possible or allowed, or the
   * contract has ended.
   */
  readonly change: {
    readonly orders: number;
    readonly volume: number;
    readonly fees: number;
    /** Null where the ongoing costs of a fund that is sold or bought are unknown. */
    readonly costs: Costs | null;
  } | null;
}

/** Ongoing costs in euros a year. */
interface Costs {
  readonly before: number;
  readonly after: number;
}

export interface EffectRow extends PlanRow, PlanningState {
  external_key: string;
  start_date: string;
}

/** Contracts of a tariff from one id up to another, with the stamp of the fund data they are to be checked with. */
export async function readEffectRows(
  reader: Reader,
  context: DbContext,
  range: { readonly tariffId: string; readonly fromId: string; readonly untilId: string | null },
  today: string,
): Promise<{ readonly stamp: string; readonly rows: EffectRow[] }> {
  const [stamps, rows] = await reader.readMany<[{ stamp: string }, EffectRow]>(context, [
    stampQuery,
    {
      sql: `select ${planSelection}, c.external_key, c.start_date, ${planningSelection}
              from contracts c ${adviceContractTables('$1')} ${costTables} ${planningTables('$4')}
             where c.tenant_id = app_tenant_id() and c.tariff_id = $2 and c.deleted_at is null and c.id >= $3::uuid
               ${range.untilId === null ? '' : 'and c.id < $5::uuid'}`,
      parameters: [
        today,
        range.tariffId,
        range.fromId,
        [...openPlanStates],
        ...(range.untilId === null ? [] : [range.untilId]),
      ],
    },
  ]);
  return { stamp: stamps[0]?.stamp ?? '', rows };
}

/** Versions of tariffs ready to check contracts, whether published or not; kept in memory like those of checks. */
export class VersionTariffs {
  readonly #data: TariffData;

  constructor(reader: Reader) {
    this.#data = new TariffData(reader);
  }

  /** `key` names the content: the same key must always come with the same one. */
  async version(
    context: DbContext & { readonly tenantId: string },
    stamp: string,
    key: string,
    content: StoredTariffContent,
  ): Promise<AssembledTariff | null> {
    const identity = { tariffId: key, tariffVersionId: null, versionNumber: null };
    return this.#data.assembled(context, stamp, key, (market) =>
      tariffRowsOfContent(content, identity, market),
    );
  }
}

/** Hash of all that checks and plans read of a version and of the funds; null without version. */
export function hashOfVersion(assembled: AssembledTariff | null): string | null {
  if (!assembled) return null;
  let known = hashes.get(assembled);
  if (known === undefined) {
    const { tariffId: _id, dataDate: _date, ...tariff } = assembled.tariff;
    known = createHash('sha256')
      .update(canonicalJson([tariff, assembled.funds, assembled.lifeCycle]))
      .digest('hex');
    hashes.set(assembled, known);
  }
  return known;
}

const hashes = new WeakMap<AssembledTariff, string>();

/**
 * Checks a contract with both versions and, where the result or what plans are made from differs, plans the full switch
 * to the new one, with what it costs once.
 *
 * @param before what the contract follows today; null = nothing
 * @param today its day number
 * @returns null when the contract cannot be checked: it has no portfolio, or a version has no classes
 */
export function effectOf(
  row: EffectRow,
  before: AssembledTariff | null,
  after: AssembledTariff,
  today: number,
): VersionEffect | null {
  if (row.portfolio_id === null) return null;
  // Fund data are the same on both sides, so the contract is as well.
  const checked = toCheckedContract(row, after, today);
  const checkAfter = checkAdvice(after.tariff, after.funds, checked);
  const classBefore = before && classOn(row, before, today);
  const checkedBefore = { ...checked, riskClassId: classBefore };
  const checkBefore = before && checkAdvice(before.tariff, before.funds, checkedBefore);
  if (!checkAfter || (before && !checkBefore)) return null;
  const fingerprintOf = (check: AdviceCheck, assembled: AssembledTariff, own: CheckedContract) =>
    toStoredCheck(check, own, assembled).stored.check_fingerprint;
  const isChanged =
    !before ||
    !checkBefore ||
    isPlainlyOther(checkBefore, checkAfter) ||
    fingerprintOf(checkBefore, before, checkedBefore) !== fingerprintOf(checkAfter, after, checked);
  const isPlannedAnew =
    isChanged || !before || planKeyOf(before, classBefore) !== planKeyOf(after, checked.riskClassId);
  const isEnded = hasEnded(row.end_date, dayText(today));
  const isOtherCap = !isPlannedAnew && before.tariff.costCap !== after.tariff.costCap;
  return {
    contractId: row.id,
    externalKey: row.external_key,
    riskClassId: row.risk_class_id,
    before: checkBefore && comparedOf(checkBefore),
    after: comparedOf(checkAfter),
    isChanged,
    savingsPlan: isEnded ? null : savedBy(checked.contract, before, after),
    change:
      !isEnded && (isPlannedAnew || isOtherCap)
        ? changeOf(row, after, checked, isOtherCap ? before.tariff : null)
        : null,
  };
}

function savedBy(
  { savingsPlan }: CheckedContract['contract'],
  before: AssembledTariff | null,
  after: AssembledTariff,
): VersionEffect['savingsPlan'] {
  if (savingsPlan === null) return null;
  const breaks = ({ tariff }: AssembledTariff) =>
    breaksSavingsLimits({ savingsLimits: tariff.savingsPlanLimits }, savingsPlan);
  return { breaksBefore: before !== null && breaks(before), breaksAfter: breaks(after) };
}

/** What differs at first sight needs no fingerprints: they cover score, hints and band. */
const isPlainlyOther = (one: AdviceCheck, other: AdviceCheck): boolean =>
  one.score !== other.score ||
  one.hints.length !== other.hints.length ||
  Math.abs((one.band?.low ?? 0) - (other.band?.low ?? 0)) > 0.01;

const comparedOf = ({ riskClass, score, status, hints }: AdviceCheck): ComparedCheck => ({
  score: riskClass === null ? null : score,
  status,
  hintIds: new Set(hints.map(({ code }) => Number(code.slice(1)))),
});

const planKeys = new WeakMap<AdviceTariff, Map<number | null, string>>();

/** What plans of a class are made from, as a text to compare: its column and what may be bought within which limits. */
function planKeyOf({ tariff }: AssembledTariff, riskClassId: number | null): string {
  let byClass = planKeys.get(tariff);
  if (!byClass) planKeys.set(tariff, (byClass = new Map()));
  let key = byClass.get(riskClassId);
  if (key === undefined) {
    const { measure, shortlists, universe, rules, sriLimit, portfolioLimits, savingsPlanLimits } = tariff;
    const riskClass = classOf(tariff, riskClassId);
    key = JSON.stringify([
      riskClass,
      measure,
      shortlists,
      universe,
      rules,
      sriLimit,
      portfolioLimits,
      savingsPlanLimits,
    ]);
    byClass.set(riskClassId, key);
  }
  return key;
}

/**
 * The full switch; null without class, where limits or the cap of costs stand against it, or when there is nothing to do.
 *
 * @param former the tariff so far where nothing but its cap is another one: the switch it would bring as well is no change
 */
function changeOf(
  row: EffectRow,
  assembled: AssembledTariff,
  { contract, riskClassId, ...wishes }: CheckedContract,
  former: AdviceTariff | null,
): VersionEffect['change'] {
  const { tariff, funds, fundById } = assembled;
  const riskClass = classOf(tariff, riskClassId);
  const context = riskClass && contextOf(tariff, funds, riskClass, wishes);
  if (!context) return null;
  const request = {
    contract,
    traded: tradedFunds(assembled, contract.positions),
    rules: { ...defaultOrderRules, planFee: costsOf(row).switchFee },
    portfolioLimits: tariff.portfolioLimits,
    savingsLimits: tariff.savingsPlanLimits,
    savingsMode: tariff.savingsMode,
    savingsUnits: tariff.savingsUnits,
    locked: new Set((row.locked_ids ?? []).flatMap((id) => fundById.get(id)?.isin ?? [])),
    excluded: new Set<string>(),
    addedCash: 0,
  };
  const switchUnder = ({ costCap }: Pick<AdviceTariff, 'costCap'>) => {
    const planned = planSwitch(context, { ...request, costCap });
    const isAllowed =
      planned.isFeasible &&
      planned.orders.length > 0 &&
      !breaksCap(context, contract, planned.contractAfter, costCap);
    return isAllowed ? planned : null;
  };
  const planned = switchUnder(tariff);
  if (!planned) return null;
  if (former && isDeepStrictEqual(switchUnder(former)?.orders, planned.orders)) return null;
  const { orders, fees, ongoing } = planned;
  return { orders: orders.length, volume: turnoverOf(orders), fees, costs: ongoing };
}

const offered = new WeakMap<AssembledTariff, Map<string, TradedFund>>();

/** Funds on shortlists and in proposals, and what the contract holds at its own newest price. */
function tradedFunds(
  assembled: AssembledTariff,
  positions: readonly { readonly isin: string; readonly price: number | null }[],
): Map<string, TradedFund> {
  const { tariff, fundByIsin } = assembled;
  const tradedAt = (isin: string, ownPrice: number | null): TradedFund | null => {
    const fund = fundByIsin.get(isin);
    const price = ownPrice ?? fund?.price ?? null;
    if (!fund || price === null || price <= 0) return null;
    const { unitDecimals, minimumOrder, savingsMinimum } = fund;
    return { isin, price, unitDecimals, minimumOrder, savingsMinimum };
  };
  let known = offered.get(assembled);
  if (!known) {
    const isins = [
      ...tariff.shortlists.flat(),
      ...tariff.classes.flatMap(({ proposal }) => proposal.map(({ isin }) => isin)),
    ];
    known = new Map(
      isins.flatMap((isin) => {
        const fund = tradedAt(isin, null);
        return fund ? [[isin, fund] as const] : [];
      }),
    );
    offered.set(assembled, known);
  }
  const traded = new Map(known);
  for (const { isin, price } of positions) {
    const fund = tradedAt(isin, price);
    if (fund) traded.set(isin, fund);
  }
  return traded;
}

/** Day number of a date, as checks count days. */
export const dayNumberOf = toDayNumber;

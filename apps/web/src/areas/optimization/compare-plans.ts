import type { PlannedOptimization } from '@depotwerk/api/optimization/optimization';
import type { ProposalMode } from '@depotwerk/domain/advice/proposal-modes';
import { leastCosts, unknownCostsOf } from '@depotwerk/domain/contracts/known-costs';
import { planStateNames } from '@depotwerk/domain/contracts/plan-states';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { nextHintText } from '@depotwerk/domain/next-hint-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { type RecommendedAdvice, recommendationText } from '@depotwerk/domain/recommendation-text';
import { unknownText } from '@depotwerk/domain/unknown-text';
import { isHeldBack, judgedByPlan } from '@depotwerk/engine/advice/recommended-advice';
import { countFindings } from '@depotwerk/engine/check/group-findings';
import { said, saidOrNull, t } from '../../texts/texts.ts';
import { onceText, pointsText, quotaText, returnEffectText, shareText } from './figure-texts.ts';
import { groupRows } from './group-bars.tsx';
import type { PlanDescription, PlanFigures } from './optimization-types.ts';

/** One side of the comparison: a plan that was stored, or a proposal of this moment. */
export interface ComparedPlan {
  readonly mode: ProposalMode;
  readonly plan: PlanDescription;
  /** What was recommended for the same choices; null where that is not known. */
  readonly recommended: RecommendedAdvice | null;
  /** null = computed now and stored nowhere. */
  readonly stored: Pick<PlannedOptimization, 'createdAt' | 'createdBy' | 'state' | 'isEdited'> | null;
}

/** One line in words, and what is said below a value, as the reason of an order. */
export interface PlanLine {
  readonly key: string;
  readonly label: string;
  readonly values: readonly [string, string];
  readonly notes?: readonly [string, string];
}

export interface PlanSection {
  readonly key: 'plan' | 'figures' | 'costs' | 'orders' | 'savingsPlan' | 'target' | 'checks';
  readonly lines: readonly PlanLine[];
}

type Pair = readonly [ComparedPlan, ComparedPlan];
type Say = (side: ComparedPlan) => string | null;

const none = '–';
const change = (before: string, after: string) => t('optimization.orders.share', { before, after });
const sides = (pair: Pair, say: Say): [string, string] => [say(pair[0]) ?? none, say(pair[1]) ?? none];
const differs = ({ values: [one, other], notes }: PlanLine) =>
  one !== other || (notes !== undefined && notes[0] !== notes[1]);

/** Whether the two sides of a line say different things. */
export const isDifferentLine = differs;

/** Whether a side is what was recommended, in words; "unknown" for plans from before this was kept. */
export function recommendationOf({ mode, plan, recommended, stored }: ComparedPlan): string {
  if (recommended === null) return t('contracts.compare.unknown');
  // What was refused or given up recommends nothing any more.
  const isPast = stored?.state === 'rejected' || stored?.state === 'expired';
  if (isPast || recommended.mode !== mode)
    return said(recommendationText(judgedByPlan(recommended, plan), isPast).title);
  if (isHeldBack(plan.checks)) return t('optimization.recommendation.heldBack');
  return t(
    stored?.isEdited
      ? 'optimization.comparePlans.recommendedEdited'
      : 'optimization.comparePlans.recommended',
  );
}

const figure =
  (text: (figures: PlanFigures) => string): Say =>
  ({ plan: { before, after } }) =>
    change(text(before), text(after));

/**
 * Everything two plans say, line by line, what differs first. What one of them does not have is a dash, what neither has is
 * left out.
 */
export function comparePlans(pair: Pair): readonly PlanSection[] {
  const line = (key: string, label: string, say: Say): PlanLine => ({ key, label, values: sides(pair, say) });
  const sections: PlanSection[] = [
    {
      key: 'plan',
      lines: [
        line('recommended', t('optimization.recommendation.label'), recommendationOf),
        line('why', t('optimization.comparePlans.why'), ({ recommended }) =>
          saidOrNull(recommended?.sentence ?? null),
        ),
        line('state', t('optimization.comparePlans.state'), ({ stored }) =>
          stored === null ? t('optimization.comparePlans.now') : said(planStateNames[stored.state]),
        ),
        line('made', t('optimization.comparePlans.made'), ({ stored }) =>
          stored === null
            ? null
            : [formatDateTime(stored.createdAt), stored.createdBy].filter((part) => part !== null).join(', '),
        ),
        line('edited', t('optimization.plan.edited'), ({ stored }) =>
          stored === null ? null : t(stored.isEdited ? 'common.yes' : 'common.no'),
        ),
      ],
    },
    { key: 'figures', lines: figureLines(line) },
    { key: 'costs', lines: costLines(line) },
    { key: 'orders', lines: orderLines(pair) },
    {
      key: 'savingsPlan',
      lines: joined(pair, ({ savingsPlanChanges }) =>
        savingsPlanChanges.map(({ fundId, fundName, fractionBefore, fractionAfter }) => ({
          key: String(fundId),
          label: fundName,
          value: change(shareText(fractionBefore), shareText(fractionAfter)),
        })),
      ),
    },
    {
      key: 'target',
      lines: joined(pair, (plan) =>
        groupRows(plan).map(({ peergroupId, name, before, after, target }) => ({
          key: String(peergroupId),
          label: name,
          value: change(shareText(before), shareText(after)),
          note: t('optimization.comparePlans.target', { share: shareText(target) }),
        })),
      ),
    },
    {
      key: 'checks',
      lines: joined(pair, ({ checks }) =>
        checks.map(({ checkKey, result, text }) => ({
          key: checkKey,
          label: t(`optimization.checks.key.${checkKey}`),
          value: t(`optimization.checks.result.${result}`),
          note: said(text),
        })),
      ),
    },
  ];
  return sections.flatMap(({ key, lines }) => {
    const said = lines.filter(({ values: [one, other] }) => one !== none || other !== none);
    if (said.length === 0) return [];
    return [{ key, lines: said.toSorted((one, other) => Number(differs(other)) - Number(differs(one))) }];
  });
}

type Line = (key: string, label: string, say: Say) => PlanLine;

const figureLines = (line: Line): PlanLine[] => [
  line(
    'risk',
    t('optimization.table.risk'),
    figure(({ risk }) => (risk.value === null ? t('optimization.risk.unknown') : pointsText(risk.value))),
  ),
  line('band', t('contracts.compare.position'), ({ plan: { after } }) =>
    t(`contracts.risk.status.${after.risk.status}`),
  ),
  line(
    'score',
    t('optimization.table.score'),
    figure(({ contractScore }) => String(contractScore.value)),
  ),
  line(
    'shareQuota',
    t('optimization.table.shareQuota'),
    figure(({ shareQuota }) => quotaText(shareQuota)),
  ),
  line(
    'hints',
    t('optimization.table.hints'),
    figure(({ hints }) => String(countFindings(hints.map((hint) => ({ ...hint, code: hint.hintCode }))))),
  ),
  line('nextHint', t('optimization.table.nextHint'), ({ plan: { after } }) => said(nextHintText(after))),
];

const costLines = (line: Line): PlanLine[] => [
  line('once', t('optimization.costs.once'), ({ plan: { costs } }) => onceText(costs)),
  line('transaction', t('optimization.costs.transaction'), ({ plan: { costs } }) =>
    formatMoney(costs.transaction),
  ),
  line('switchFee', t('optimization.costs.switchFee'), ({ plan: { costs } }) =>
    costs.isContractUnknown ? said(unknownText) : formatMoney(costs.switchFee),
  ),
  line('entry', t('optimization.costs.entry'), ({ plan: { costs } }) =>
    costs.isContractUnknown ? said(unknownText) : formatMoney(costs.entry),
  ),
  line('ongoingBefore', t('optimization.costs.ongoingBefore'), ({ plan: { costs, before } }) =>
    said(leastCosts(costs.ongoingBefore, formatMoney, unknownCostsOf(before.costs))),
  ),
  line('ongoingAfter', t('optimization.costs.ongoingAfter'), ({ plan: { costs, after } }) =>
    said(leastCosts(costs.ongoingAfter, formatMoney, unknownCostsOf(after.costs))),
  ),
  line('returnEffect', t('optimization.costs.returnEffect'), ({ plan: { costs } }) =>
    returnEffectText(costs.returnEffect),
  ),
  line('thirdParty', t('optimization.costs.thirdParty'), ({ plan: { costs } }) =>
    costs.thirdParty === null ? said(unknownText) : formatMoney(costs.thirdParty),
  ),
  line('cash', t('optimization.costs.cash'), ({ plan: { cashBefore, cashAfter } }) =>
    change(formatMoney(cashBefore), formatMoney(cashAfter)),
  ),
];

/** Orders by fund: a fund that is sold here and bought there stands in one line. */
const orderLines = (pair: Pair): PlanLine[] =>
  joined(pair, ({ transactions }) =>
    transactions.map(
      ({ fundId, fundName, action, amount, quantity, fractionBefore, fractionAfter, reason }) => ({
        key: String(fundId),
        label: fundName,
        value: t('optimization.comparePlans.order', {
          action: t(`optimization.orders.${action}`),
          amount: formatMoney(amount),
          quantity: formatNumber(quantity, 0, 6),
          share: change(shareText(fractionBefore), shareText(fractionAfter)),
        }),
        note: said(reason),
      }),
    ),
  );

interface Part {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly note?: string;
}

/** Parts of both plans by their key, in the order in which they are first named. */
function joined([one, other]: Pair, partsOf: (plan: PlanDescription) => readonly Part[]): PlanLine[] {
  const [left, right] = [partsOf(one.plan), partsOf(other.plan)];
  const labels = new Map([...left, ...right].map(({ key, label }) => [key, label]));
  return [...labels].map(([key, label]) => {
    const [mine, theirs] = [left, right].map((parts) => parts.find((part) => part.key === key));
    return {
      key,
      label,
      values: [mine?.value ?? none, theirs?.value ?? none],
      notes: [mine?.note ?? '', theirs?.note ?? ''],
    };
  });
}

import type { ContinuousPlan } from '@depotwerk/api/optimization/continuous-optimization';
import {
  type ContinuousPlanState,
  continuousPlanStateName,
  isPlanOpen,
  voidTexts,
} from '@depotwerk/domain/continuous-optimization/continuous-plan';
import { planObstacleTexts } from '@depotwerk/domain/contracts/plan-obstacles';
import { formatInstantDay } from '@depotwerk/domain/date-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { proposalModeNames, recommendationText } from '@depotwerk/domain/recommendation-text';
import { said, t } from '../../../texts/texts.ts';
import { ColourLabel, type LabelTone } from '../../../ui/cells.tsx';

const tones: Readonly<Record<ContinuousPlanState, LabelTone>> = {
  waiting: 'warn',
  released: 'info',
  executed: 'ok',
  nothingToDo: 'ok',
  refused: 'neutral',
  replaced: 'neutral',
  skipped: 'warn',
};

/** Where a plan stands; one that cannot be carried out any more says so instead of waiting or being released. */
export function StateLabel({
  plan,
}: {
  plan: Pick<ContinuousPlan, 'state' | 'isPartlyExecuted' | 'outdatedReasons' | 'secondPerson'>;
}) {
  if (isOutdated(plan)) return <ColourLabel tone="warn">{t('continuous.outdatedState')}</ColourLabel>;
  // Released alone it is carried out by nobody.
  if (plan.secondPerson)
    return <ColourLabel tone="warn">{t(`continuous.secondPerson.${plan.secondPerson}`)}</ColourLabel>;
  const tone = plan.isPartlyExecuted ? 'warn' : tones[plan.state];
  return <ColourLabel tone={tone}>{said(continuousPlanStateName(plan))}</ColourLabel>;
}

/** Whether a plan cannot be carried out any more as it was planned. */
export const isOutdated = ({ outdatedReasons = [] }: Pick<ContinuousPlan, 'outdatedReasons'>): boolean =>
  outdatedReasons.length > 0;

/** What somebody reads before a plan is released: what its checks warn of. Nothing of a plan that is decided or has to be made anew. */
export const warningsOf = (plan: ContinuousPlan): readonly string[] =>
  isPlanOpen(plan) && !isOutdated(plan) ? (plan.warnings ?? []) : [];

/** How many there are, in words; nothing without any. */
export const warningCount = ({ length: count }: readonly string[]): readonly string[] =>
  count === 0 ? [] : [t('continuous.warningCount', { count, number: formatNumber(count) })];

/** The same as a label. */
export const WarningLabel = ({ warnings }: { warnings: readonly string[] }) =>
  warningCount(warnings).map((text) => (
    <ColourLabel key={text} tone="warn">
      {text}
    </ColourLabel>
  ));

const reasonsOf = ({ outdatedReasons = [] }: ContinuousPlan): string =>
  outdatedReasons.map((reason) => said(reason)).join(' ');

/** Whether a run gave the look up: its reason is a sentence of ours then, and no word of who decided before. */
const isLapsed = ({ state }: Pick<ContinuousPlan, 'state'>): boolean => state === 'replaced';

/** Whether nothing is recommended by it any more: refused, given up, replaced, or made from what has moved since. */
const isPast = (plan: ContinuousPlan): boolean =>
  isOutdated(plan) || Boolean(plan.voidBy) || plan.state === 'refused' || isLapsed(plan);

/** Whether it waits although somebody has released what it was before. */
export const isAgain = ({ state, releasedBefore: before }: ContinuousPlan): boolean =>
  state === 'waiting' && Boolean(before);

/** What was found, in one line: the proposal, or why there is none or it does not hold any more. */
export function outcomeText(plan: ContinuousPlan): string {
  const { state, skipReason, summary, isSuitable, voidBy, decisionNote } = plan;
  // Its state beside it says that it does not hold any more.
  if (isOutdated(plan)) return reasonsOf(plan);
  if (voidBy) return said(voidTexts[voidBy]);
  if (isLapsed(plan) && decisionNote !== null) return said(decisionNote);
  if (skipReason !== null) return said(planObstacleTexts[skipReason]);
  if (summary === null) return t('continuous.none');
  if (state === 'nothingToDo') return said(summary.advice.sentence);
  const mode = said(proposalModeNames[summary.advice.mode]);
  // Who chooses what to release sees it before it is refused.
  const isHeldBack = isSuitable === false && (state === 'waiting' || state === 'released');
  if (isHeldBack) return t('continuous.heldBack', { mode });
  return isAgain(plan) ? t('continuous.plannedAgain', { mode }) : mode;
}

/** That it was released as what it was before, and is to be looked at anew. */
const releasedBefore = ({ releasedBefore: before }: ContinuousPlan): readonly string[] =>
  before
    ? [
        t('continuous.releasedBefore', {
          name: before.by ?? t('common.unknownValue'),
          day: formatInstantDay(before.at),
        }),
      ]
    : [];

/** The whole of it: sentence, work, costs and what it brings; who decided, and why. */
export function outcomeSentences(plan: ContinuousPlan): readonly string[] {
  const { summary, isSuitable, skipReason, voidBy, decidedBy, decidedAt, decisionNote, state } = plan;
  const found =
    skipReason !== null
      ? [said(planObstacleTexts[skipReason])]
      : summary === null
        ? []
        : [recommendationText({ ...summary.advice, isSuitable: isSuitable !== false }, isPast(plan))].map(
            // What needs nothing but a word with the client is a sentence already.
            ({ title, text }) =>
              text === '' ? said(title) : `${said(title)}${title.endsWith('.') ? '' : '.'} ${said(text)}`,
          );
  const decided =
    decidedBy === null || decidedAt === null
      ? []
      : [
          t(state === 'refused' ? 'continuous.refusedBy' : 'continuous.releasedBy', {
            name: decidedBy,
            day: formatInstantDay(decidedAt),
          }),
        ];
  return [
    ...(isOutdated(plan) ? [t('continuous.outdated', { reasons: reasonsOf(plan) })] : []),
    ...releasedBefore(plan),
    ...found,
    ...decided,
    ...(voidBy ? [said(voidTexts[voidBy])] : []),
    ...(decisionNote === null
      ? []
      : [t('continuous.noteIs', { note: isLapsed(plan) ? said(decisionNote) : decisionNote })]),
  ];
}

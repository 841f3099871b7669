import { takeBackReasonTexts } from '@depotwerk/domain/contracts/bulk-reasons';
import { formatNumber } from '@depotwerk/domain/number-text';
import { joinedNames } from '../../../texts/joined-names.ts';
import { said, t } from '../../../texts/texts.ts';
import type { TakenBack } from '../../../ui/take-back.ts';
import { showToast } from '../../../ui/toast.tsx';

/** Names a reason is told with; the others are counted. */
const mostNames = 5;

/** Says that a change of many is taken back, and of which it is not and why; this stays until it was read. */
export function tellTakenBack(answer: TakenBack): void {
  const { backCount = 0, left = [] } = answer;
  if (left.length === 0) showToast(t('contracts.bulk.takenBack'));
  else showToast(partlyText(backCount, left), { tone: 'bad', stays: true });
}

function partlyText(backCount: number, left: NonNullable<TakenBack['left']>): string {
  const reasons = [...Map.groupBy(left, ({ reason }) => reason)].map(([reason, those]) =>
    t('contracts.bulk.leftFor', {
      names: namesOf(those.map(({ name }) => name)),
      reason: said(takeBackReasonTexts[reason]),
    }),
  );
  return t('contracts.bulk.partlyTakenBack', {
    number: formatNumber(backCount),
    total: formatNumber(backCount + left.length),
    left: reasons.join('; '),
  });
}

function namesOf(all: readonly (string | null)[]): string {
  const names = all.filter((name) => name !== null).slice(0, mostNames);
  const others = all.length - names.length;
  if (others === 0) return joinedNames(names);
  const number = formatNumber(others);
  if (names.length === 0) return number;
  return t('contracts.bulk.andOthers', { count: others, names: names.join(', '), number });
}

import type { ContractDetail } from '@depotwerk/api/contracts/contract-detail';
import { formatDate } from '@depotwerk/domain/date-text';
import { lifeCycleText } from '@depotwerk/domain/tariff/life-cycle';
import { saidOrNull, t } from '../../texts/texts.ts';
import { Card, FactList } from '../../ui/layout.tsx';
import { LifeCyclePicture } from '../../ui/life-cycle-picture.tsx';

type LifeCycle = NonNullable<ContractDetail['lifeCycle']>;

const yearsOf = (from: string, until: string): number =>
  (Date.parse(until) - Date.parse(from)) / 31_556_952_000;

/** Where the contract stands on the way down its tariff wants before the end. */
export function LifeCycleCard({
  lifeCycle: { steps, endDate, today, current, next },
  classCount,
}: {
  lifeCycle: LifeCycle;
  /** Classes of the tariff; null = not known. */
  classCount: number | null;
}) {
  const step = (one: LifeCycle['next'], none: string) =>
    one === null
      ? none
      : t('lifeCycle.step', { riskClass: one.highestRiskClassId, from: formatDate(one.from) });
  const facts: [string, string][] = [
    [t('lifeCycle.current'), step(current, t('lifeCycle.noCurrent'))],
    [t('lifeCycle.next'), step(next, t('lifeCycle.noNext'))],
    [t('lifeCycle.steps'), saidOrNull(lifeCycleText(steps)) ?? t('common.none')],
    [t('lifeCycle.end'), endDate === null ? t('lifeCycle.endUnknown') : formatDate(endDate)],
  ];
  return (
    <Card title={t('lifeCycle.title')}>
      <FactList facts={facts.map(([label, value]) => ({ key: label, label, value }))} />
      <LifeCyclePicture
        steps={steps}
        classCount={classCount ?? 7}
        yearsLeft={endDate === null ? null : yearsOf(today, endDate)}
      />
    </Card>
  );
}

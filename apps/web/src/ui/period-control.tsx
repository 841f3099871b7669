import type { ChartPeriod } from '@depotwerk/domain/chart-periods';
import { t } from '../texts/texts.ts';
import { SegmentedControl } from './tabs.tsx';

/** Choice of the period something is shown over. */
export function PeriodControl<Choice extends ChartPeriod>({
  value,
  choices,
  onChange,
}: {
  value: Choice;
  choices: readonly Choice[];
  onChange: (period: Choice) => void;
}) {
  return (
    <SegmentedControl
      size="small"
      label={t('portfolio.period.label')}
      value={value}
      options={choices.map((period) => ({ value: period, label: t(`portfolio.period.${period}`) }))}
      onChange={onChange}
    />
  );
}

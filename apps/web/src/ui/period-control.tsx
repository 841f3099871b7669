import { t } from '../texts/texts.ts';
import type { Period } from './period.ts';
import { periods } from './period.ts';
import { SegmentedControl } from './tabs.tsx';

/** Choice of the period a chart shows. */
export function PeriodControl({ value, onChange }: { value: Period; onChange: (period: Period) => void }) {
  return (
    <SegmentedControl
      size="small"
      label={t('portfolio.period.label')}
      value={value}
      options={periods.map((period) => ({ value: period, label: t(`portfolio.period.${period}`) }))}
      onChange={onChange}
    />
  );
}

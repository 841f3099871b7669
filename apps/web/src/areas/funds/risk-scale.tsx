import { t } from '../../texts/texts.ts';
import { classNames } from '../../ui/class-names.ts';

const steps = [1, 2, 3, 4, 5, 6, 7] as const;

/** Summary risk indicator as its scale from 1 (low) to 7 (high). */
export function RiskScale({ value, kind }: { value: number; kind: string }) {
  return (
    <div className="fund__scale" role="img" aria-label={t('funds.riskScale', { kind, value })}>
      <div className="fund__scale-steps" aria-hidden="true">
        {steps.map((step) => (
          <span
            key={step}
            className={classNames('fund__scale-step', step === value && 'fund__scale-step--on')}
          >
            {step}
          </span>
        ))}
      </div>
      <div className="fund__scale-ends hint" aria-hidden="true">
        <span>{t('funds.riskLow')}</span>
        <span>{t('funds.riskHigh')}</span>
      </div>
    </div>
  );
}

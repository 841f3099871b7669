import { t } from '../../texts/texts.ts';
import { MoneyField, NumberField } from '../../ui/number-fields.tsx';

interface Amounts {
  readonly quantity: number | null;
  readonly value: number | null;
}

/** Units and value of a holding; 0 is nothing typed. */
export function HoldingAmounts({
  quantity,
  value,
  isTried,
  onChange,
}: Amounts & { isTried: boolean; onChange: (next: Partial<Amounts>) => void }) {
  return (
    <>
      <NumberField
        label={t('analysis.holdings.quantity')}
        precision={6}
        min={0}
        value={quantity}
        error={isTried && quantity === null && value === null ? t('analysis.holdings.amountMissing') : null}
        onChange={(next) => onChange({ quantity: next === 0 ? null : next })}
      />
      <MoneyField
        label={t('analysis.holdings.value')}
        min={0}
        value={value}
        onChange={(next) => onChange({ value: next === 0 ? null : next })}
      />
    </>
  );
}

import { formatPercent } from '@depotwerk/domain/percent';
import { fromTenths, wholeTenths } from '@depotwerk/domain/tenths';
import { t } from '../../texts/texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { Card } from '../../ui/layout.tsx';
import { PercentField } from '../../ui/number-fields.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { PlanDraft } from './edit-draft.ts';
import { savingsOf, sumOfShares, withoutSaving, withSaving, withShare } from './edit-draft.ts';
import { fundOptions } from './fund-options.ts';
import type { AdviceInput } from './optimization-types.ts';

export interface EditableSavingsProps {
  draft: PlanDraft;
  input: AdviceInput;
  onChange: (draft: PlanDraft) => void;
}

/** Shares of future contributions; their sum stands below and must be exactly 100 %. */
export function EditableSavings({ draft, input, onChange }: EditableSavingsProps) {
  const savings = savingsOf(draft, input);
  const sum = sumOfShares(savings);
  const text = formatPercent(fromTenths(sum), 0, 1);
  const saved = new Set(savings.map(({ fundId }) => fundId));
  const savedToday = input.contract.savingsPlan?.entries ?? [];
  return (
    <Card isFlush title={t('optimization.savings.title')}>
      <ul className="opt-edit">
        {savings.map(({ fundId, fraction }) => {
          const name = input.funds.find((fund) => fund.fundId === fundId)?.name ?? '';
          return (
            <li key={fundId} className="opt-edit__row opt-edit__row--share">
              <span className="opt-edit__fund">{name}</span>
              <span className="opt-edit__share">
                <PercentField
                  isLabelHidden
                  label={t('optimization.edit.shareOf', { name })}
                  value={fraction}
                  min={0}
                  max={100}
                  precision={1}
                  onChange={(value) => onChange(withShare(draft, input, fundId, value))}
                />
              </span>
              <RemoveButton
                label={t('optimization.edit.removeSavings', { name })}
                onClick={() => onChange(withoutSaving(draft, input, fundId))}
              />
            </li>
          );
        })}
      </ul>
      <p className={classNames('opt-edit__sum', sum !== wholeTenths && 'opt-edit__sum--wrong')} role="status">
        {sum === wholeTenths
          ? t('optimization.edit.sum', { sum: text })
          : t('optimization.edit.sumWrong', { sum: text })}
      </p>
      <div className="opt-edit__add">
        <SelectField
          label={t('optimization.edit.addSavings')}
          value=""
          emptyLabel={t('optimization.edit.addChoose')}
          options={fundOptions(input, (fundId) => saved.has(fundId), savedToday)}
          onChange={(fundId) => {
            if (fundId !== '') onChange(withSaving(draft, input, Number(fundId)));
          }}
        />
      </div>
    </Card>
  );
}

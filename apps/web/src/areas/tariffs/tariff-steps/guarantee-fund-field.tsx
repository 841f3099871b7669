import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { FundSearch } from '../component-steps/fund-search.tsx';
import { wizardFundsQuery } from '../lookup-queries.ts';
import './tariff-step.css';

interface GuaranteeFundFieldProps {
  value: number | null;
  error: string | undefined;
  isDisabled: boolean;
  issuerId: number | null;
  onChange: (fundId: number | null) => void;
}

/** The guarantee fund of a dynamic hybrid: searched for, shown, and taken away again. */
export function GuaranteeFundField({
  value,
  error,
  isDisabled,
  issuerId,
  onChange,
}: GuaranteeFundFieldProps) {
  const funds = useQuery({ ...wizardFundsQuery(value === null ? [] : [value]), enabled: value !== null });
  const fund = funds.data?.find(({ id }) => id === value);
  const label = t('tariffWizard.fields.guaranteeSecurityId');
  return (
    <div
      className={error === undefined ? 'ui-field' : 'ui-field ui-field--invalid'}
      role="group"
      aria-label={label}
    >
      <div className="ui-field__label" aria-hidden="true">
        {label}
        <span className="ui-field__required">{' *'}</span>
      </div>
      {value !== null ? (
        <div className="tariff-step__fund">
          <span>
            <strong>{fund?.name ?? t('tariffWizard.fundLoading')}</strong>{' '}
            <span className="hint">{fund?.isin}</span>
          </span>
          {isDisabled ? null : (
            <IconButton
              label={t('tariffWizard.clearFund')}
              icon={<IconX size={18} />}
              onClick={() => onChange(null)}
            />
          )}
        </div>
      ) : isDisabled ? (
        <span className="hint">{t('common.none')}</span>
      ) : (
        <>
          <div className="ui-field__hint">{t('tariffWizard.guaranteeFundHint')}</div>
          <FundSearch
            label={t('tariffWizard.searchGuaranteeFund')}
            scope={{ isGuaranteeFund: true, ...(issuerId === null ? {} : { issuerId }) }}
            isListed={() => false}
            onPick={(picked) => onChange(picked.id)}
          />
        </>
      )}
      {error === undefined ? null : (
        <div className="ui-field__error" role="alert">
          {error}
        </div>
      )}
    </div>
  );
}

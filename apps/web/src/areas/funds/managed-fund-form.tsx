import type { FundDetail } from '@depotwerk/api/funds/fund-management';
import { currencySign } from '@depotwerk/domain/currency';
import { withFundStatus } from '@depotwerk/domain/master-data/check-fund';
import { labelOf } from '@depotwerk/domain/master-data/field-table';
import { type FundDraft, fundFields } from '@depotwerk/domain/master-data/fund-fields';
import { fundStatuses } from '@depotwerk/domain/master-data/fund-status';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChoiceField } from '../../forms/choice-field.tsx';
import { fundLookupsQuery } from '../../forms/choice-queries.ts';
import { FieldLines } from '../../forms/field-lines.tsx';
import { FormField } from '../../forms/form-field.tsx';
import { FundCategoryChoice } from '../../forms/named-choices.tsx';
import type { EntityForm } from '../../forms/use-entity-form.ts';
import { said, t } from '../../texts/texts.ts';
import { NumberField } from '../../ui/number-fields.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FundPicker } from './public/fund-picker.tsx';

interface FundFieldsProps {
  form: EntityForm<FundDetail, FundDraft>;
  entity: FundDetail | null;
}

/** What people keep of a fund; everything else comes with the import. */
export function ManagedFundFields({ form, entity }: FundFieldsProps) {
  return (
    <>
      <p className="hint">{t('masterData.funds.importHint')}</p>
      <FieldLines
        rows={fundFields}
        form={form}
        inputs={{
          ...(entity && {
            isin: <FixedIsin form={form} />,
            currency: <Currency form={form} />,
          }),
          peergroupId: <PeergroupChoice form={form} />,
          categoryId: (
            <FundCategoryChoice
              label={said(labelOf(fundFields, 'categoryId'))}
              emptyLabel={t('masterData.funds.ofPeergroup')}
              value={form.draft.categoryId}
              error={form.errorOf('categoryId')}
              onChange={(categoryId) => form.change((before) => ({ ...before, categoryId }))}
            />
          ),
          fundStatus: <StatusChoice form={form} />,
          successorFundId:
            form.draft.fundStatus === 'merged' ? <Successor form={form} entity={entity} /> : null,
          minimumInvestment: <Amount form={form} path="minimumInvestment" />,
          minimumOrder: <Amount form={form} path="minimumOrder" />,
          minimumSavingsAmount: <Amount form={form} path="minimumSavingsAmount" />,
        }}
      />
    </>
  );
}

type FormProps = Pick<FundFieldsProps, 'form'>;

/** The ISIN is fixed once the fund exists: prices and orders rest on it. */
function FixedIsin({ form: { draft } }: FormProps) {
  return (
    <FormField path="isin">
      <TextField
        label={said(labelOf(fundFields, 'isin'))}
        readOnly
        value={draft.isin}
        onChange={() => undefined}
      />
    </FormField>
  );
}

/** Corrected where it was entered wrong; says what that means for what is stored. */
function Currency({ form: { draft, change, errorOf } }: FormProps) {
  return (
    <FormField path="currency">
      <TextField
        label={said(labelOf(fundFields, 'currency'))}
        hint={t('masterData.funds.currencyHint')}
        error={errorOf('currency')}
        value={draft.currency}
        isRequired
        onChange={(typed) => change((before) => ({ ...before, currency: typed.toUpperCase() }))}
      />
    </FormField>
  );
}

function PeergroupChoice({ form: { draft, change, errorOf } }: FormProps) {
  const lookups = useQuery(fundLookupsQuery());
  return (
    <FormField path="peergroupId">
      <ChoiceField
        label={said(labelOf(fundFields, 'peergroupId'))}
        emptyLabel={t('masterData.funds.withoutPeergroup')}
        lookup={lookups}
        choices={(lookups.data?.peergroups ?? []).map((group) => ({ ...group, label: group.peergroupName }))}
        value={draft.peergroupId}
        error={errorOf('peergroupId')}
        onChange={(peergroupId) => change((before) => ({ ...before, peergroupId }))}
      />
    </FormField>
  );
}

/** Whether it can be bought. */
function StatusChoice({ form: { draft, change } }: FormProps) {
  return (
    <FormField path="fundStatus">
      <SelectField
        label={said(labelOf(fundFields, 'fundStatus'))}
        value={draft.fundStatus}
        options={fundStatuses.map((status) => ({
          value: status,
          label: t(`masterData.funds.statuses.${status}`),
        }))}
        onChange={(status) => change((before) => (status === '' ? before : withFundStatus(before, status)))}
      />
    </FormField>
  );
}

/** Where its holders went. */
function Successor({ form, entity }: FundFieldsProps) {
  const { draft, change, errorOf } = form;
  const [chosen, setChosen] = useState(entity?.successor ?? null);
  const error = errorOf('successorFundId');
  return (
    <FormField path="successorFundId">
      <div className="fund-picker">
        <strong>{said(labelOf(fundFields, 'successorFundId'))}</strong>
        <span>
          {draft.successorFundId === null || chosen === null
            ? t('common.none')
            : `${chosen.name} (${chosen.isin})`}
        </span>
        <FundPicker
          label={t('masterData.funds.searchSuccessor')}
          pickLabel={t('common.apply')}
          isExcluded={(id) => id === entity?.fund.id}
          detailOf={({ isin }) => isin}
          onPick={(fund) => {
            setChosen(fund);
            change((before) => ({ ...before, successorFundId: fund.id }));
          }}
        />
        {error === undefined ? null : (
          <p className="ui-field__error" role="alert">
            {error}
          </p>
        )}
      </div>
    </FormField>
  );
}

/** In the fund's currency. */
function Amount({
  form: { draft, change, errorOf, faultOf },
  path,
}: FormProps & { path: 'minimumInvestment' | 'minimumOrder' | 'minimumSavingsAmount' }) {
  return (
    <FormField path={path}>
      <NumberField
        label={said(labelOf(fundFields, path))}
        precision={2}
        unit={currencySign(draft.currency)}
        value={draft[path]}
        error={errorOf(path)}
        onFault={faultOf(path)}
        onChange={(value) => change((before) => ({ ...before, [path]: value }))}
      />
    </FormField>
  );
}

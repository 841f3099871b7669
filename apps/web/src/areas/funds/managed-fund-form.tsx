import type { FundDetail } from '@depotwerk/api/fund-management';
import type { FundDraft } from '@depotwerk/domain/master-data/check-fund';
import { fundStatuses, withFundStatus } from '@depotwerk/domain/master-data/check-fund';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../texts/texts.ts';
import { Switch } from '../../ui/checkbox.tsx';
import { NumberField } from '../../ui/number-fields.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ChoiceField } from '../master-data/choice-field.tsx';
import { fundLookupsQuery } from '../master-data/choice-queries.ts';
import { FormField } from '../master-data/form-field.tsx';
import { InactiveSwitch } from '../master-data/inactive-switch.tsx';
import type { EntityForm } from '../master-data/use-entity-form.ts';
import { orNull } from '../master-data/value-texts.ts';
import { FundPicker } from './fund-picker.tsx';

interface FundFieldsProps {
  form: EntityForm<FundDetail, FundDraft>;
  entity: FundDetail | null;
}

/** What people keep of a fund; everything else comes with the import. */
export function ManagedFundFields({ form, entity }: FundFieldsProps) {
  const { draft, change } = form;
  const lookups = useQuery(fundLookupsQuery());
  const flag = (path: 'isETF' | 'isSavingsPlanCapable' | 'isGuaranteeFund') => (
    <Switch
      label={t(`masterData.funds.${path}`)}
      isChecked={draft[path]}
      onChange={(value) => change((before) => ({ ...before, [path]: value }))}
    />
  );
  return (
    <>
      <p className="hint">{t('masterData.funds.importHint')}</p>
      <Identity form={form} entity={entity} />
      <div className="entity-form__row">
        <FormField path="peergroupId">
          <ChoiceField
            label={t('masterData.funds.peergroup')}
            emptyLabel={t('masterData.funds.withoutPeergroup')}
            lookup={lookups}
            choices={(lookups.data?.peergroups ?? []).map((group) => ({
              ...group,
              label: group.peergroupName,
            }))}
            value={draft.peergroupId}
            error={form.errorOf('peergroupId')}
            onChange={(peergroupId) => change((before) => ({ ...before, peergroupId }))}
          />
        </FormField>
        <FormField path="categoryId">
          <ChoiceField
            label={t('masterData.funds.category')}
            emptyLabel={t('masterData.funds.ofPeergroup')}
            lookup={lookups}
            choices={(lookups.data?.categories ?? []).map(({ id, categoryName }) => ({
              id,
              label: categoryName,
            }))}
            value={draft.categoryId}
            error={form.errorOf('categoryId')}
            onChange={(categoryId) => change((before) => ({ ...before, categoryId }))}
          />
        </FormField>
      </div>
      <Status form={form} entity={entity} />
      <div className="entity-form__switches">
        {flag('isETF')}
        {flag('isSavingsPlanCapable')}
        {flag('isGuaranteeFund')}
      </div>
      <Amounts form={form} />
      <Text form={form} path="kiid" />
      <Text form={form} path="factsheet" />
      <InactiveSwitch
        isInactive={draft.isInactive}
        onChange={(isInactive) => change((before) => ({ ...before, isInactive }))}
      />
    </>
  );
}

/** ISIN and currency are fixed once the fund exists: prices and orders rest on them. */
function Identity({ form, entity }: FundFieldsProps) {
  const { draft, change, errorOf } = form;
  const isNew = entity === null;
  const fixed = (path: 'isin' | 'currency') => (
    <FormField path={path}>
      <TextField
        label={t(`masterData.funds.${path}`)}
        isRequired={isNew}
        readOnly={!isNew}
        autoComplete="off"
        spellCheck={false}
        value={draft[path]}
        error={errorOf(path)}
        onChange={(text) =>
          isNew ? change((before) => ({ ...before, [path]: text.toUpperCase() })) : undefined
        }
      />
    </FormField>
  );
  return (
    <>
      <div className="entity-form__row">
        {fixed('isin')}
        <Text form={form} path="wkn" />
        {fixed('currency')}
      </div>
      <FormField path="name">
        <TextField
          label={t('masterData.funds.name')}
          isRequired
          autoComplete="off"
          value={draft.name}
          error={errorOf('name')}
          onChange={(name) => change((before) => ({ ...before, name }))}
        />
      </FormField>
      <Text form={form} path="companyName" />
    </>
  );
}

function Text({
  form,
  path,
}: {
  form: FundFieldsProps['form'];
  path: 'wkn' | 'companyName' | 'kiid' | 'factsheet';
}) {
  return (
    <FormField path={path}>
      <TextField
        label={t(`masterData.funds.${path}`)}
        autoComplete="off"
        spellCheck={false}
        value={form.draft[path] ?? ''}
        error={form.errorOf(path)}
        onChange={(text) => form.change((before) => ({ ...before, [path]: orNull(text) }))}
      />
    </FormField>
  );
}

/** Whether it can be bought, and where its holders went. */
function Status({ form, entity }: FundFieldsProps) {
  const { draft, change, errorOf } = form;
  const [chosen, setChosen] = useState(entity?.successor ?? null);
  const error = errorOf('successorFundId');
  return (
    <>
      <FormField path="fundStatus">
        <SelectField
          label={t('masterData.funds.fundStatus')}
          value={draft.fundStatus}
          options={fundStatuses.map((status) => ({
            value: status,
            label: t(`masterData.funds.statuses.${status}`),
          }))}
          onChange={(status) => change((before) => (status === '' ? before : withFundStatus(before, status)))}
        />
      </FormField>
      {draft.fundStatus === 'merged' ? (
        <FormField path="successorFundId">
          <div className="fund-picker">
            <strong>{t('masterData.funds.successor')}</strong>
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
      ) : null}
    </>
  );
}

function Amounts({ form }: { form: FundFieldsProps['form'] }) {
  const { draft, change, errorOf, faultOf } = form;
  const paths = ['minimumInvestment', 'minimumOrder', 'minimumSavingsAmount'] as const;
  return (
    <div className="entity-form__row">
      {paths.map((path) => (
        <FormField key={path} path={path}>
          <NumberField
            label={t(`masterData.funds.${path}`)}
            precision={2}
            unit={draft.currency === 'EUR' ? '€' : draft.currency}
            value={draft[path]}
            error={errorOf(path)}
            onFault={faultOf(path)}
            onChange={(value) => change((before) => ({ ...before, [path]: value }))}
          />
        </FormField>
      ))}
    </div>
  );
}

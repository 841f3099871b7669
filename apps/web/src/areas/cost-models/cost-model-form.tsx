import type { CostModel } from '@depotwerk/api/master-data';
import type { CostModelDraft } from '@depotwerk/domain/master-data/check-cost-model';
import { formatNumberDe } from '@depotwerk/domain/number-de';
import { useQuery } from '@tanstack/react-query';
import { hasPermission, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';
import { DateField, MoneyField, NumberField, PercentField } from '../../ui/number-fields.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ChoiceField } from '../master-data/choice-field.tsx';
import { insurerChoicesQuery, tariffChoicesQuery } from '../master-data/choice-queries.ts';
import { FormField } from '../master-data/form-field.tsx';
import type { EntityForm } from '../master-data/use-entity-form.ts';

interface CostModelFieldsProps {
  form: EntityForm<CostModel, CostModelDraft>;
  entity: CostModel | null;
}

/** Fields of a cost model: for whom, what it costs, and when. */
export function CostModelFields({ form, entity }: CostModelFieldsProps) {
  const { draft, change, errorOf } = form;
  const contracts = entity?.contractCount ?? 0;
  return (
    <>
      {contracts > 0 ? (
        <Banner tone="warn">
          {t('masterData.costModels.usedHint', { count: contracts, number: formatNumberDe(contracts) })}
        </Banner>
      ) : null}
      <FormField path="costModelName">
        <TextField
          label={t('masterData.costModels.costModelName')}
          isRequired
          autoComplete="off"
          value={draft.costModelName}
          error={errorOf('costModelName')}
          onChange={(costModelName) => change((before) => ({ ...before, costModelName }))}
        />
      </FormField>
      <BelongsTo form={form} entity={entity} />
      <Fees form={form} />
      <div className="entity-form__row">
        <FormField path="validFrom">
          <DateField
            label={t('masterData.costModels.validFrom')}
            hint={t('masterData.costModels.validFromHint')}
            isRequired
            value={draft.validFrom}
            error={errorOf('validFrom')}
            onFault={form.faultOf('validFrom')}
            onChange={(validFrom) => change((before) => ({ ...before, validFrom }))}
          />
        </FormField>
        <FormField path="validTo">
          <DateField
            label={t('masterData.costModels.validTo')}
            hint={t('masterData.costModels.validToHint')}
            value={draft.validTo}
            error={errorOf('validTo')}
            onFault={form.faultOf('validTo')}
            onChange={(validTo) => change((before) => ({ ...before, validTo }))}
          />
        </FormField>
      </div>
    </>
  );
}

/** Insurer and tariff; choosing a tariff brings its insurer. */
function BelongsTo({ form, entity }: CostModelFieldsProps) {
  const { draft, change, errorOf } = form;
  const mayEdit = useSession((state) => hasPermission(state.user, 'costModels.edit'));
  const insurers = useQuery(insurerChoicesQuery());
  const loaded = useQuery({ ...tariffChoicesQuery(), enabled: mayEdit });
  // Those who may only look know the tariff by the model itself.
  const tariffs =
    loaded.data ??
    (entity?.tariffId == null
      ? []
      : [
          {
            id: entity.tariffId,
            name: entity.tariffName ?? '',
            insurerId: entity.insurerId,
            isInactive: false,
          },
        ]);
  return (
    <div className="entity-form__row">
      <FormField path="tariffId">
        <SelectField
          label={t('masterData.costModels.tariff')}
          emptyLabel={t('masterData.costModels.allTariffs')}
          value={draft.tariffId ?? ''}
          lookup={loaded}
          options={tariffs
            .filter(({ id, isInactive }) => !isInactive || id === draft.tariffId)
            .map(({ id, name }) => ({ value: id, label: name }))}
          error={errorOf('tariffId')}
          onChange={(id) => {
            const tariff = tariffs.find((candidate) => candidate.id === id);
            change((before) => ({
              ...before,
              tariffId: tariff?.id ?? null,
              insurerId: tariff === undefined ? before.insurerId : tariff.insurerId,
            }));
          }}
        />
      </FormField>
      <FormField path="insurerId">
        <ChoiceField
          label={t('masterData.costModels.insurer')}
          emptyLabel={t('masterData.noChoice')}
          lookup={insurers}
          choices={(insurers.data ?? []).map(({ id, insurerName, isInactive }) => ({
            id,
            label: insurerName,
            isInactive,
          }))}
          value={draft.insurerId}
          error={errorOf('insurerId')}
          onChange={(insurerId) => change((before) => ({ ...before, insurerId }))}
        />
      </FormField>
    </div>
  );
}

/** What it costs: shares in percent, amounts in euro. */
function Fees({ form }: { form: EntityForm<CostModel, CostModelDraft> }) {
  const { draft, change, errorOf, faultOf } = form;
  const percent = (path: 'entryFee' | 'contractFeePercent' | 'rebate') => (
    <FormField path={path}>
      <PercentField
        label={t(`masterData.costModels.${path}`)}
        hint={t(`masterData.costModels.${path}Hint`)}
        isRequired
        precision={4}
        value={draft[path]}
        error={errorOf(path)}
        onFault={faultOf(path)}
        onChange={(value) => change((before) => ({ ...before, [path]: value }))}
      />
    </FormField>
  );
  const money = (path: 'contractFeeMonthly' | 'fundSwitchFee') => (
    <FormField path={path}>
      <MoneyField
        label={t(`masterData.costModels.${path}`)}
        hint={t(`masterData.costModels.${path}Hint`)}
        isRequired
        value={draft[path]}
        error={errorOf(path)}
        onFault={faultOf(path)}
        onChange={(value) => change((before) => ({ ...before, [path]: value }))}
      />
    </FormField>
  );
  return (
    <>
      <div className="entity-form__row">
        {percent('entryFee')}
        {percent('contractFeePercent')}
      </div>
      <div className="entity-form__row">
        {money('contractFeeMonthly')}
        {percent('rebate')}
      </div>
      <div className="entity-form__row">
        {money('fundSwitchFee')}
        <FormField path="freeSwitchesPerYear">
          <NumberField
            label={t('masterData.costModels.freeSwitchesPerYear')}
            hint={t('masterData.costModels.freeSwitchesPerYearHint')}
            isRequired
            precision={0}
            value={draft.freeSwitchesPerYear}
            error={errorOf('freeSwitchesPerYear')}
            onFault={faultOf('freeSwitchesPerYear')}
            onChange={(freeSwitchesPerYear) => change((before) => ({ ...before, freeSwitchesPerYear }))}
          />
        </FormField>
      </div>
    </>
  );
}

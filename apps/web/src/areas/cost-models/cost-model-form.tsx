import type { CostModel } from '@depotwerk/api/insurers/master-data';
import { type CostModelDraft, costModelFields } from '@depotwerk/domain/master-data/cost-model-fields';
import { labelOf } from '@depotwerk/domain/master-data/field-table';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useQuery } from '@tanstack/react-query';
import { tariffChoicesQuery } from '../../forms/choice-queries.ts';
import { FieldLines } from '../../forms/field-lines.tsx';
import { FormField } from '../../forms/form-field.tsx';
import { InsurerChoice } from '../../forms/named-choices.tsx';
import type { EntityForm } from '../../forms/use-entity-form.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { said, t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';
import { SelectField } from '../../ui/select-field.tsx';

interface CostModelFieldsProps {
  form: EntityForm<CostModel, CostModelDraft>;
  entity: CostModel | null;
}

/** Fields of a cost model: for whom, what it costs, and when. */
export function CostModelFields({ form, entity }: CostModelFieldsProps) {
  const contracts = entity?.contractCount ?? 0;
  return (
    <>
      {contracts > 0 ? (
        <Banner tone="warn">
          {t('masterData.costModels.usedHint', { count: contracts, number: formatNumber(contracts) })}
        </Banner>
      ) : null}
      <FieldLines
        rows={costModelFields}
        form={form}
        inputs={{
          tariffId: <TariffChoice form={form} entity={entity} />,
          insurerId: (
            <InsurerChoice
              label={said(labelOf(costModelFields, 'insurerId'))}
              value={form.draft.insurerId}
              error={form.errorOf('insurerId')}
              onChange={(insurerId) => form.change((before) => ({ ...before, insurerId }))}
            />
          ),
        }}
      />
    </>
  );
}

/** Choosing a tariff brings its insurer. */
function TariffChoice({ form, entity }: CostModelFieldsProps) {
  const { draft, change, errorOf } = form;
  const mayEdit = useSession((state) => mayChange(state.user, 'costModels.edit'));
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
    <FormField path="tariffId">
      <SelectField
        label={said(labelOf(costModelFields, 'tariffId'))}
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
  );
}

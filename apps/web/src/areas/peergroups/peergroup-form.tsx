import type { Peergroup } from '@depotwerk/api/funds/fund-management';
import { labelOf } from '@depotwerk/domain/master-data/field-table';
import { peergroupFields } from '@depotwerk/domain/master-data/peergroup-fields';
import {
  regions,
  regionTexts,
  sectors,
  sectorTexts,
} from '@depotwerk/domain/master-data/regions-and-sectors';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { FieldLines } from '../../forms/field-lines.tsx';
import { FormField } from '../../forms/form-field.tsx';
import { FundCategoryChoice } from '../../forms/named-choices.tsx';
import type { EntityForm } from '../../forms/use-entity-form.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { said, t } from '../../texts/texts.ts';
import { FactList } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { PeergroupForm } from './peergroup-kind.ts';
import { PeergroupMembers } from './peergroup-members.tsx';

interface PeergroupFieldsProps {
  form: EntityForm<Peergroup, PeergroupForm>;
  entity: Peergroup | null;
}

/** Fields of a peer group and its members. */
export function PeergroupFields({ form, entity }: PeergroupFieldsProps) {
  const { draft, change, errorOf } = form;
  const mayEdit = useSession((state) => mayChange(state.user, 'peergroups.edit'));
  return (
    <>
      <FieldLines
        rows={peergroupFields}
        form={form}
        inputs={{
          categoryId: (
            <FundCategoryChoice
              label={said(labelOf(peergroupFields, 'categoryId'))}
              isRequired
              value={draft.categoryId}
              error={errorOf('categoryId')}
              onChange={(categoryId) => change((before) => ({ ...before, categoryId }))}
            />
          ),
          region: (
            <FormField path="region">
              <SelectField
                label={said(labelOf(peergroupFields, 'region'))}
                hint={t('masterData.peergroups.placeHint')}
                value={draft.region}
                emptyLabel={t('masterData.noChoice')}
                options={regions.map((value) => ({ value, label: said(regionTexts[value]) }))}
                error={errorOf('region')}
                onChange={(region) => change((before) => ({ ...before, region }))}
              />
            </FormField>
          ),
          sector: (
            <FormField path="sector">
              <SelectField
                label={said(labelOf(peergroupFields, 'sector'))}
                hint={t('masterData.peergroups.placeHint')}
                value={draft.sector}
                emptyLabel={t('masterData.noChoice')}
                options={sectors.map((value) => ({ value, label: said(sectorTexts[value]) }))}
                error={errorOf('sector')}
                onChange={(sector) => change((before) => ({ ...before, sector }))}
              />
            </FormField>
          ),
        }}
      />
      <PeergroupMembers form={form} entity={entity} mayEdit={mayEdit} />
    </>
  );
}

/** What is computed of a peer group, and where it is used. */
export function PeergroupFacts({ entity }: { entity: Peergroup }) {
  return (
    <section className="entity-form__section">
      <h3>{t('masterData.usage')}</h3>
      <FactList
        facts={[
          {
            key: 'funds',
            label: t('masterData.peergroups.fundCount'),
            value: formatNumber(entity.fundCount),
          },
          {
            key: 'components',
            label: t('masterData.peergroups.componentCount'),
            value: formatNumber(entity.componentCount),
          },
          {
            key: 'volatility',
            label: t('masterData.peergroups.volatility'),
            value: entity.volatility === null ? t('common.none') : formatPercent(entity.volatility, 1, 2),
          },
        ]}
      />
    </section>
  );
}

import type { Peergroup } from '@depotwerk/api/fund-management';
import { formatNumberDe } from '@depotwerk/domain/number-de';
import { formatPercent } from '@depotwerk/domain/percent';
import { useQuery } from '@tanstack/react-query';
import { hasPermission, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Switch } from '../../ui/checkbox.tsx';
import { FactList } from '../../ui/layout.tsx';
import { PercentField } from '../../ui/number-fields.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ChoiceField } from '../master-data/choice-field.tsx';
import { fundLookupsQuery } from '../master-data/choice-queries.ts';
import { ColourField } from '../master-data/colour-field.tsx';
import { FormField } from '../master-data/form-field.tsx';
import { InactiveSwitch } from '../master-data/inactive-switch.tsx';
import type { EntityForm } from '../master-data/use-entity-form.ts';
import type { PeergroupForm } from './peergroup-kind.ts';
import { PeergroupMembers } from './peergroup-members.tsx';

interface PeergroupFieldsProps {
  form: EntityForm<Peergroup, PeergroupForm>;
  entity: Peergroup | null;
}

/** Fields of a peer group and its members. */
export function PeergroupFields({ form, entity }: PeergroupFieldsProps) {
  const { draft, change, errorOf } = form;
  const lookups = useQuery(fundLookupsQuery());
  const mayEdit = useSession((state) => hasPermission(state.user, 'peergroups.edit'));
  return (
    <>
      <FormField path="peergroupName">
        <TextField
          label={t('masterData.peergroups.peergroupName')}
          isRequired
          autoComplete="off"
          value={draft.peergroupName}
          error={errorOf('peergroupName')}
          onChange={(peergroupName) => change((before) => ({ ...before, peergroupName }))}
        />
      </FormField>
      <div className="entity-form__row">
        <FormField path="peergroupKey">
          <TextField
            label={t('masterData.peergroups.peergroupKey')}
            isRequired
            autoComplete="off"
            spellCheck={false}
            value={draft.peergroupKey}
            error={errorOf('peergroupKey')}
            onChange={(peergroupKey) => change((before) => ({ ...before, peergroupKey }))}
          />
        </FormField>
        <FormField path="categoryId">
          <ChoiceField
            label={t('masterData.peergroups.category')}
            isRequired
            emptyLabel={t('masterData.noChoice')}
            lookup={lookups}
            choices={(lookups.data?.categories ?? []).map(({ id, categoryName }) => ({
              id,
              label: categoryName,
            }))}
            value={draft.categoryId}
            error={errorOf('categoryId')}
            onChange={(categoryId) => change((before) => ({ ...before, categoryId }))}
          />
        </FormField>
      </div>
      <div className="entity-form__row">
        <ColourField
          path="colour"
          value={draft.colour}
          error={errorOf('colour')}
          onChange={(colour) => change((before) => ({ ...before, colour }))}
        />
        <FormField path="equityQuota">
          <PercentField
            label={t('masterData.peergroups.equityQuota')}
            hint={t('masterData.peergroups.equityQuotaHint')}
            isRequired
            precision={4}
            value={draft.equityQuota}
            error={errorOf('equityQuota')}
            onFault={form.faultOf('equityQuota')}
            onChange={(equityQuota) => change((before) => ({ ...before, equityQuota }))}
          />
        </FormField>
      </div>
      <FormField path="isAppraisalSmoothed">
        <Switch
          label={t('masterData.peergroups.isAppraisalSmoothed')}
          isChecked={draft.isAppraisalSmoothed}
          onChange={(isAppraisalSmoothed) => change((before) => ({ ...before, isAppraisalSmoothed }))}
        />
      </FormField>
      <FormField path="isMoneyMarket">
        <Switch
          label={t('masterData.peergroups.isMoneyMarket')}
          isChecked={draft.isMoneyMarket}
          onChange={(isMoneyMarket) => change((before) => ({ ...before, isMoneyMarket }))}
        />
      </FormField>
      <InactiveSwitch
        isInactive={draft.isInactive}
        onChange={(isInactive) => change((before) => ({ ...before, isInactive }))}
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
            value: formatNumberDe(entity.fundCount),
          },
          {
            key: 'components',
            label: t('masterData.peergroups.componentCount'),
            value: formatNumberDe(entity.componentCount),
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

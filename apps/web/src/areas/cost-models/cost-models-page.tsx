import type { CostModel } from '@depotwerk/api/insurers/master-data';
import { listCostModels } from '@depotwerk/api/insurers/master-data';
import { formatDate } from '@depotwerk/domain/date-text';
import { costModelFields } from '@depotwerk/domain/master-data/cost-model-fields';
import { labelOf } from '@depotwerk/domain/master-data/field-table';
import { formatPercent } from '@depotwerk/domain/percent';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { insurerChoicesQuery, tariffChoicesQuery } from '../../forms/choice-queries.ts';
import { fieldColumns } from '../../lists/field-columns.tsx';
import { listShapes, validateCostModelsSearch } from '../../lists/list-address.ts';
import type { Listed } from '../../lists/list-calls.ts';
import { exportList, loadListPage, withTextIds } from '../../lists/list-calls.ts';
import { MasterListPage } from '../../lists/master-list-page.tsx';
import { useListAddress } from '../../lists/use-list-address.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { said, t } from '../../texts/texts.ts';
import type { LabelTone } from '../../ui/cells.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import type { ListColumn } from '../../ui/virtual-table.tsx';
import { CostModelFields } from './cost-model-form.tsx';
import { costModelKind } from './cost-model-kind.ts';

type Row = Listed<CostModel>;
type SortKey = (typeof listShapes.costModels.sortKeys)[number];

const states = ['current', 'future', 'past'] as const;
const tones: Record<CostModel['state'], LabelTone> = { current: 'ok', future: 'info', past: 'neutral' };

/** `/admin/cost-models`: what contracts cost, by insurer and tariff. */
export function CostModelsPage() {
  const control = useListAddress(validateCostModelsSearch, listShapes.costModels.sortKeys, 'costModelName');
  const { address } = control;
  const mayEdit = useSession((state) => mayChange(state.user, 'costModels.edit'));
  const insurers = useQuery(insurerChoicesQuery()).data;
  const tariffs = useQuery({ ...tariffChoicesQuery(), enabled: mayEdit }).data;
  const kind = useMemo(
    () =>
      costModelKind({
        insurer: (id) => insurers?.find((insurer) => insurer.id === id)?.insurerName ?? String(id),
        tariff: (id) => tariffs?.find((tariff) => tariff.id === id)?.name ?? '…',
      }),
    [insurers, tariffs],
  );
  const columns = useMemo(() => costModelColumns(), []);
  const query = {
    search: address.search,
    state: states.find((state) => state === address.state),
    insurerId: address.insurerId === undefined ? undefined : Number(address.insurerId),
    tariffId: address.tariffId,
  };
  return (
    <MasterListPage
      name="costModels"
      kind={kind}
      control={control}
      load={(page, signal) =>
        loadListPage(listCostModels, { query: { ...query, ...page } }, signal).then(withTextIds)
      }
      exportAs={(file) =>
        exportList(listCostModels, { query: { ...query, ...file } }, t('admin.costModels'), file.format)
      }
      filters={[
        {
          name: 'state',
          label: t('masterData.state'),
          options: states.map((state) => ({
            value: state,
            label: t(`masterData.costModels.states.${state}`),
          })),
          value: address.state,
        },
        {
          name: 'insurerId',
          label: said(labelOf(costModelFields, 'insurerId')),
          options: (insurers ?? []).map(({ id, insurerName }) => ({ value: String(id), label: insurerName })),
          value: address.insurerId,
        },
        {
          name: 'tariffId',
          label: said(labelOf(costModelFields, 'tariffId')),
          options: (tariffs ?? []).map(({ id, name }) => ({ value: id, label: name })),
          value: address.tariffId,
        },
      ]}
      columns={columns}
      exportedAs={{ state: '' }}
      renderCard={costModelCard}
      rowLabel={(row) => row.costModelName}
      renderFields={(form, entity) => <CostModelFields form={form} entity={entity} />}
    />
  );
}

const costModelColumns = (): ListColumn<Row, SortKey>[] => {
  const own = fieldColumns<typeof costModelFields, Row>(costModelFields, {
    costModelName: (row) => <RowLink path={`/admin/cost-models?open=${row.id}`}>{row.costModelName}</RowLink>,
    entryFee: (row) => formatPercent(row.entryFee, 2, 4),
    contractFeePercent: (row) => formatPercent(row.contractFeePercent, 2, 4),
    validTo: (row) => (row.validTo === null ? t('masterData.costModels.unlimited') : formatDate(row.validTo)),
  });
  return [
    ...own.slice(0, 1),
    {
      key: 'tariff',
      header: said(labelOf(costModelFields, 'tariffId')),
      minWidth: 150,
      grow: 1,
      priority: 4,
      sortKey: 'tariffName',
      groupText: (row) => row.tariffName ?? t('common.none'),
      render: (row) => row.tariffName ?? <span className="hint">–</span>,
    },
    {
      key: 'insurer',
      header: said(labelOf(costModelFields, 'insurerId')),
      minWidth: 130,
      grow: 0.8,
      priority: 5,
      sortKey: 'insurerName',
      groupText: (row) => row.insurerName ?? t('common.none'),
      render: (row) => row.insurerName ?? <span className="hint">–</span>,
    },
    ...own.slice(1),
    {
      key: 'state',
      header: t('masterData.state'),
      minWidth: 110,
      grow: 0.3,
      priority: 1,
      render: (row) => <CostModelState state={row.state} />,
    },
  ];
};

function CostModelState({ state }: { state: CostModel['state'] }) {
  return <ColourLabel tone={tones[state]}>{t(`masterData.costModels.states.${state}`)}</ColourLabel>;
}

function costModelCard(row: Row) {
  return (
    <>
      <RowLink path={`/admin/cost-models?open=${row.id}`}>{row.costModelName}</RowLink>
      <CostModelState state={row.state} />
      <span className="hint">{row.tariffName ?? row.insurerName ?? t('common.none')}</span>
      <span className="hint num">{formatPercent(row.contractFeePercent, 2, 4)}</span>
    </>
  );
}

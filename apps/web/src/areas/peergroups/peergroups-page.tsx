import type { Peergroup } from '@depotwerk/api/funds/fund-management';
import { listPeergroups } from '@depotwerk/api/funds/fund-management';
import { labelOf } from '@depotwerk/domain/master-data/field-table';
import { peergroupFields } from '@depotwerk/domain/master-data/peergroup-fields';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fundLookupsQuery } from '../../forms/choice-queries.ts';
import { ColourName } from '../../forms/colour-name.tsx';
import { StateLabel } from '../../forms/state-label.tsx';
import { fieldColumns } from '../../lists/field-columns.tsx';
import { listShapes, validatePeergroupsSearch } from '../../lists/list-address.ts';
import type { Listed } from '../../lists/list-calls.ts';
import { exportList, flagOf, loadListPage, stateFilter, withTextIds } from '../../lists/list-calls.ts';
import { MasterListPage } from '../../lists/master-list-page.tsx';
import { stateColumn } from '../../lists/shared-columns.tsx';
import { useListAddress } from '../../lists/use-list-address.ts';
import { said, t } from '../../texts/texts.ts';
import { RowLink } from '../../ui/row-link.tsx';
import type { ListColumn } from '../../ui/virtual-table.tsx';
import { PeergroupFacts, PeergroupFields } from './peergroup-form.tsx';
import { peergroupKind } from './peergroup-kind.ts';

type Row = Listed<Peergroup>;
type SortKey = (typeof listShapes.peergroups.sortKeys)[number];

/** `/admin/peergroups`: groups of funds that are compared with one another and weighted by tariffs. */
export function PeergroupsPage() {
  const control = useListAddress(validatePeergroupsSearch, listShapes.peergroups.sortKeys, 'peergroupName');
  const { address } = control;
  const categories = useQuery(fundLookupsQuery()).data?.categories;
  const kind = useMemo(
    () =>
      peergroupKind((id) => categories?.find((category) => category.id === id)?.categoryName ?? String(id)),
    [categories],
  );
  const columns = useMemo(() => peergroupColumns(), []);
  const query = {
    search: address.search,
    isInactive: flagOf(address.isInactive),
    categoryId: address.categoryId === undefined ? undefined : Number(address.categoryId),
  };
  return (
    <MasterListPage
      name="peergroups"
      kind={kind}
      control={control}
      load={(page, signal) =>
        loadListPage(listPeergroups, { query: { ...query, ...page } }, signal).then(withTextIds)
      }
      exportAs={(file) =>
        exportList(listPeergroups, { query: { ...query, ...file } }, t('admin.peergroups'), file.format)
      }
      filters={[
        {
          name: 'categoryId',
          label: said(labelOf(peergroupFields, 'categoryId')),
          options: (categories ?? []).map(({ id, categoryName }) => ({
            value: String(id),
            label: categoryName,
          })),
          value: address.categoryId,
        },
        stateFilter(address.isInactive),
      ]}
      columns={columns}
      renderCard={peergroupCard}
      rowLabel={(row) => row.peergroupName}
      renderFields={(form, entity) => <PeergroupFields form={form} entity={entity} />}
      renderFacts={(entity) => <PeergroupFacts entity={entity} />}
    />
  );
}

function PeergroupName({ row }: { row: Row }) {
  return (
    <ColourName colour={row.colour}>
      <RowLink path={`/admin/peergroups?open=${row.id}`}>{row.peergroupName}</RowLink>
    </ColourName>
  );
}

const peergroupColumns = (): ListColumn<Row, SortKey>[] => {
  const own = fieldColumns<typeof peergroupFields, Row>(peergroupFields, {
    peergroupName: (row) => <PeergroupName row={row} />,
  });
  return [
    ...own.slice(0, 2),
    {
      key: 'category',
      header: said(labelOf(peergroupFields, 'categoryId')),
      minWidth: 130,
      grow: 0.6,
      priority: 3,
      sortKey: 'categoryName',
      groupText: (row) => row.categoryName,
      render: (row) => row.categoryName,
    },
    {
      key: 'fundCount',
      header: t('masterData.peergroups.fundCount'),
      minWidth: 80,
      grow: 0.3,
      priority: 2,
      isNumeric: true,
      sortKey: 'fundCount',
      startsDescending: true,
      render: (row) => formatNumber(row.fundCount),
    },
    ...own.slice(2),
    {
      key: 'volatility',
      header: t('masterData.peergroups.volatility'),
      minWidth: 130,
      grow: 0.3,
      priority: 5,
      isNumeric: true,
      sortKey: 'volatility',
      startsDescending: true,
      render: (row) =>
        row.volatility === null ? <span className="hint">–</span> : formatPercent(row.volatility, 1, 1),
    },
    stateColumn(),
  ];
};

function peergroupCard(row: Row) {
  return (
    <>
      <PeergroupName row={row} />
      <StateLabel isInactive={row.isInactive} />
      <span className="hint">{row.categoryName}</span>
      <span className="hint">
        {t('masterData.peergroups.membersCount', {
          count: row.fundCount,
          number: formatNumber(row.fundCount),
        })}
      </span>
    </>
  );
}

import type { Insurer } from '@depotwerk/api/master-data';
import { listManagedInsurers } from '@depotwerk/api/master-data';
import { formatNumberDe } from '@depotwerk/domain/number-de';
import { useMemo } from 'react';
import { t } from '../../texts/texts.ts';
import { RowLink } from '../../ui/row-link.tsx';
import type { ListColumn } from '../../ui/virtual-table.tsx';
import { listShapes, validateInsurersSearch } from '../master-data/list-address.ts';
import type { Listed } from '../master-data/list-calls.ts';
import { exportList, flagOf, loadListPage, stateFilter, withTextIds } from '../master-data/list-calls.ts';
import { MasterListPage } from '../master-data/master-list-page.tsx';
import { stateColumn, tariffCountColumn } from '../master-data/shared-columns.tsx';
import { StateLabel } from '../master-data/state-label.tsx';
import { useListAddress } from '../master-data/use-list-address.ts';
import { InsurerFacts, InsurerFields } from './insurer-form.tsx';
import { insurerKind } from './insurer-kind.ts';

type Row = Listed<Insurer>;
type SortKey = (typeof listShapes.insurers.sortKeys)[number];

/** `/admin/insurers`: the insurers of the house. */
export function InsurersPage() {
  const control = useListAddress(validateInsurersSearch, listShapes.insurers.sortKeys, 'insurerName');
  const { address } = control;
  const kind = useMemo(() => insurerKind(), []);
  const columns = useMemo(() => insurerColumns(), []);
  const query = { search: address.search, isInactive: flagOf(address.isInactive) };
  return (
    <MasterListPage
      name="insurers"
      kind={kind}
      control={control}
      load={(page, signal) =>
        loadListPage(listManagedInsurers, { query: { ...query, ...page } }, signal).then(withTextIds)
      }
      exportAs={({ sort, format }) =>
        exportList(listManagedInsurers, { query: { ...query, sort, format } }, t('admin.insurers'), format)
      }
      filters={[stateFilter(address.isInactive)]}
      columns={columns}
      renderCard={insurerCard}
      rowLabel={(row) => row.insurerName}
      renderFields={(form) => <InsurerFields form={form} />}
      renderFacts={(entity) => <InsurerFacts entity={entity} />}
    />
  );
}

const insurerColumns = (): ListColumn<Row, SortKey>[] => [
  {
    key: 'insurerName',
    header: t('masterData.insurers.insurerName'),
    minWidth: 200,
    grow: 1.6,
    priority: 0,
    sortKey: 'insurerName',
    render: (row) => <RowLink path={`/admin/insurers?open=${row.id}`}>{row.insurerName}</RowLink>,
  },
  {
    key: 'shortName',
    header: t('masterData.insurers.shortName'),
    minWidth: 110,
    grow: 0.6,
    priority: 3,
    sortKey: 'shortName',
    render: (row) => row.shortName ?? <span className="hint">–</span>,
  },
  {
    key: 'bafinNumber',
    header: t('masterData.insurers.bafinNumber'),
    minWidth: 130,
    grow: 0.5,
    priority: 2,
    sortKey: 'bafinNumber',
    render: (row) => row.bafinNumber ?? <span className="hint">–</span>,
  },
  tariffCountColumn(4),
  stateColumn(),
];

function insurerCard(row: Row) {
  return (
    <>
      <RowLink path={`/admin/insurers?open=${row.id}`}>{row.insurerName}</RowLink>
      <StateLabel isInactive={row.isInactive} />
      <span className="hint">{row.bafinNumber ?? t('common.none')}</span>
      <span className="hint">
        {t('masterData.tariffs')}: {formatNumberDe(row.tariffCount)}
      </span>
    </>
  );
}

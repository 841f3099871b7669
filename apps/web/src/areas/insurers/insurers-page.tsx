import type { Insurer } from '@depotwerk/api/insurers/master-data';
import { listManagedInsurers } from '@depotwerk/api/insurers/master-data';
import { insurerFields } from '@depotwerk/domain/master-data/insurer-fields';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useMemo } from 'react';
import { FieldLines } from '../../forms/field-lines.tsx';
import { StateLabel } from '../../forms/state-label.tsx';
import { fieldColumns } from '../../lists/field-columns.tsx';
import { listShapes, validateInsurersSearch } from '../../lists/list-address.ts';
import type { Listed } from '../../lists/list-calls.ts';
import { exportList, flagOf, loadListPage, stateFilter, withTextIds } from '../../lists/list-calls.ts';
import { MasterListPage } from '../../lists/master-list-page.tsx';
import { stateColumn, tariffCountColumn } from '../../lists/shared-columns.tsx';
import { useListAddress } from '../../lists/use-list-address.ts';
import { t } from '../../texts/texts.ts';
import { RowLink } from '../../ui/row-link.tsx';
import type { ListColumn } from '../../ui/virtual-table.tsx';
import { InsurerFacts } from './insurer-facts.tsx';
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
      exportAs={(file) =>
        exportList(listManagedInsurers, { query: { ...query, ...file } }, t('admin.insurers'), file.format)
      }
      filters={[stateFilter(address.isInactive)]}
      columns={columns}
      renderCard={insurerCard}
      rowLabel={(row) => row.insurerName}
      renderFields={(form) => <FieldLines rows={insurerFields} form={form} />}
      renderFacts={(entity) => <InsurerFacts entity={entity} />}
    />
  );
}

const insurerColumns = (): ListColumn<Row, SortKey>[] => [
  ...fieldColumns<typeof insurerFields, Row>(insurerFields, {
    insurerName: (row) => <RowLink path={`/admin/insurers?open=${row.id}`}>{row.insurerName}</RowLink>,
  }),
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
        {t('masterData.tariffs')}: {formatNumber(row.tariffCount)}
      </span>
    </>
  );
}

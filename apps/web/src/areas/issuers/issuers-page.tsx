import type { Issuer } from '@depotwerk/api/insurers/master-data';
import { listIssuers } from '@depotwerk/api/insurers/master-data';
import { labelOf } from '@depotwerk/domain/master-data/field-table';
import { issuerFields, traderKinds, traderKindTexts } from '@depotwerk/domain/master-data/issuer-fields';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { insurerChoicesQuery } from '../../forms/choice-queries.ts';
import { StateLabel } from '../../forms/state-label.tsx';
import { fieldColumns } from '../../lists/field-columns.tsx';
import { listShapes, validateIssuersSearch } from '../../lists/list-address.ts';
import type { Listed } from '../../lists/list-calls.ts';
import { exportList, flagOf, loadListPage, stateFilter, withTextIds } from '../../lists/list-calls.ts';
import { MasterListPage } from '../../lists/master-list-page.tsx';
import { stateColumn, tariffCountColumn } from '../../lists/shared-columns.tsx';
import { useListAddress } from '../../lists/use-list-address.ts';
import { said, t } from '../../texts/texts.ts';
import { RowLink } from '../../ui/row-link.tsx';
import type { ListColumn } from '../../ui/virtual-table.tsx';
import { IssuerFacts, IssuerFields } from './issuer-form.tsx';
import { issuerKind } from './issuer-kind.ts';

type Row = Listed<Issuer>;
type SortKey = (typeof listShapes.issuers.sortKeys)[number];

/** `/admin/issuers`: issuers of tariffs and the banks that keep depots. */
export function IssuersPage() {
  const control = useListAddress(validateIssuersSearch, listShapes.issuers.sortKeys, 'issuerName');
  const { address } = control;
  const insurers = useQuery(insurerChoicesQuery()).data;
  const kind = useMemo(
    () => issuerKind((id) => insurers?.find((insurer) => insurer.id === id)?.insurerName ?? String(id)),
    [insurers],
  );
  const columns = useMemo(() => issuerColumns(), []);
  const query = {
    search: address.search,
    isInactive: flagOf(address.isInactive),
    insurerId: address.insurerId === undefined ? undefined : Number(address.insurerId),
    traderKind: traderKinds.find((name) => name === address.traderKind),
  };
  return (
    <MasterListPage
      name="issuers"
      kind={kind}
      control={control}
      load={(page, signal) =>
        loadListPage(listIssuers, { query: { ...query, ...page } }, signal).then(withTextIds)
      }
      exportAs={(file) =>
        exportList(listIssuers, { query: { ...query, ...file } }, t('admin.issuers'), file.format)
      }
      filters={[
        {
          name: 'insurerId',
          label: said(labelOf(issuerFields, 'insurerId')),
          options: (insurers ?? []).map(({ id, insurerName }) => ({ value: String(id), label: insurerName })),
          value: address.insurerId,
        },
        {
          name: 'traderKind',
          label: said(labelOf(issuerFields, 'traderKind')),
          options: traderKinds.map((name) => ({ value: name, label: said(traderKindTexts[name]) })),
          value: address.traderKind,
        },
        stateFilter(address.isInactive),
      ]}
      columns={columns}
      renderCard={issuerCard}
      rowLabel={(row) => row.issuerName}
      renderFields={(form) => <IssuerFields form={form} />}
      renderFacts={(entity) => <IssuerFacts entity={entity} />}
    />
  );
}

const issuerColumns = (): ListColumn<Row, SortKey>[] => [
  ...fieldColumns<typeof issuerFields, Row>(issuerFields, {
    issuerName: (row) => <RowLink path={`/admin/issuers?open=${row.id}`}>{row.issuerName}</RowLink>,
  }),
  {
    key: 'insurer',
    header: said(labelOf(issuerFields, 'insurerId')),
    minWidth: 150,
    grow: 0.9,
    priority: 4,
    sortKey: 'insurerName',
    groupText: (row) => row.insurerName ?? t('common.none'),
    render: (row) => row.insurerName ?? <span className="hint">–</span>,
  },
  {
    key: 'traderKind',
    header: said(labelOf(issuerFields, 'traderKind')),
    minWidth: 120,
    grow: 0.4,
    priority: 2,
    sortKey: 'traderKind',
    groupText: (row) => said(traderKindTexts[row.traderKind]),
    render: (row) => said(traderKindTexts[row.traderKind]),
  },
  tariffCountColumn(5),
  stateColumn(),
];

function issuerCard(row: Row) {
  return (
    <>
      <RowLink path={`/admin/issuers?open=${row.id}`}>{row.issuerName}</RowLink>
      <StateLabel isInactive={row.isInactive} />
      <span className="hint">
        {[row.bankId, row.insurerName].filter((text) => text !== null).join(' · ') || t('common.none')}
      </span>
      <span className="hint">{said(traderKindTexts[row.traderKind])}</span>
    </>
  );
}

import type { ManagedFund } from '@depotwerk/api/funds/fund-management';
import { formatDate } from '@depotwerk/domain/date-text';
import type { ManagedFundSortKey } from '@depotwerk/domain/lists/sort-keys';
import { labelOf } from '@depotwerk/domain/master-data/field-table';
import { fundFields } from '@depotwerk/domain/master-data/fund-fields';
import { formatPercent } from '@depotwerk/domain/percent';
import { unknownText } from '@depotwerk/domain/unknown-text';
import { StateLabel } from '../../forms/state-label.tsx';
import type { listShapes } from '../../lists/list-address.ts';
import type { Listed } from '../../lists/list-calls.ts';
import { said, t } from '../../texts/texts.ts';
import { FundRating } from '../../ui/cells.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import type { ListColumn } from '../../ui/virtual-table.tsx';
import { formatPrice } from './fund-details.tsx';
import { ratingSource } from './public/fund-texts.ts';

type Row = Listed<ManagedFund>;
export type ManagedFundFilter = keyof typeof listShapes.funds.filters;

const none = () => <span className="hint">–</span>;
const feeText = (row: Row) => (row.ongoingFee === null ? none() : formatPercent(row.ongoingFee, 2, 2));

/** Columns of the fund list. */
export const managedFundColumns = (): ListColumn<Row, ManagedFundSortKey>[] => [
  {
    key: 'name',
    header: said(labelOf(fundFields, 'name')),
    minWidth: 220,
    grow: 2,
    priority: 0,
    sortKey: 'name',
    render: (row) => <RowLink path={`/admin/funds?open=${row.id}`}>{row.name}</RowLink>,
  },
  {
    key: 'isin',
    header: said(labelOf(fundFields, 'isin')),
    minWidth: 130,
    grow: 0.3,
    priority: 2,
    sortKey: 'isin',
    render: (row) => row.isin,
  },
  {
    key: 'companyName',
    header: said(labelOf(fundFields, 'companyName')),
    minWidth: 150,
    grow: 0.8,
    priority: 9,
    sortKey: 'companyName',
    groupText: (row) => row.companyName ?? said(unknownText),
    render: (row) => row.companyName ?? none(),
  },
  {
    key: 'peergroup',
    header: said(labelOf(fundFields, 'peergroupId')),
    minWidth: 160,
    grow: 1,
    priority: 3,
    sortKey: 'peergroupName',
    groupText: (row) => row.peergroupName ?? t('common.none'),
    render: (row) => row.peergroupName ?? none(),
  },
  {
    key: 'riskIndicator',
    header: t('masterData.funds.riskIndicator'),
    minWidth: 130,
    grow: 0.2,
    priority: 5,
    isNumeric: true,
    sortKey: 'riskIndicator',
    groupText: (row) => (row.riskIndicator === null ? said(unknownText) : String(row.riskIndicator)),
    render: (row) => row.riskIndicator ?? none(),
  },
  {
    key: 'ongoingFee',
    header: t('masterData.funds.ongoingFee'),
    minWidth: 130,
    grow: 0.2,
    priority: 4,
    isNumeric: true,
    sortKey: 'ongoingFee',
    render: feeText,
  },
  {
    key: 'rating',
    header: t('masterData.funds.rating'),
    minWidth: 170,
    grow: 0.3,
    priority: 7,
    sortKey: 'rating',
    startsDescending: true,
    render: (row) => <FundRating value={row.rating} source={ratingSource(row.ratingType)} />,
  },
  {
    key: 'sfdr',
    header: t('masterData.funds.sfdr'),
    minWidth: 110,
    grow: 0.2,
    priority: 8,
    sortKey: 'sfdrArticle',
    groupText: (row) =>
      row.sfdrArticle === null
        ? said(unknownText)
        : t('masterData.funds.sfdrArticle', { article: row.sfdrArticle }),
    render: (row) =>
      row.sfdrArticle === null ? none() : t('masterData.funds.sfdrArticle', { article: row.sfdrArticle }),
  },
  {
    key: 'price',
    header: t('masterData.funds.price'),
    minWidth: 120,
    grow: 0.4,
    priority: 6,
    isNumeric: true,
    sortKey: 'priceDate',
    startsDescending: true,
    render: (row) =>
      row.price === null ? (
        none()
      ) : (
        <span title={row.priceDate === null ? undefined : formatDate(row.priceDate)}>
          {formatPrice(row.price, row.currency)}
        </span>
      ),
  },
  {
    key: 'isInactive',
    header: t('masterData.state'),
    minWidth: 90,
    grow: 0.2,
    priority: 1,
    render: (row) => <StateLabel isInactive={row.isInactive} />,
  },
];

/** A fund on a narrow screen. */
export function managedFundCard(row: Row) {
  return (
    <>
      <RowLink path={`/admin/funds?open=${row.id}`}>{row.name}</RowLink>
      <span className="num">{feeText(row)}</span>
      <span className="hint">
        {[row.isin, row.peergroupName].filter((text) => text !== null).join(' · ')}
      </span>
      {row.isInactive ? <StateLabel isInactive /> : <span />}
    </>
  );
}

import { formatNumberDe } from '@depotwerk/domain/number-de';
import { t } from '../../texts/texts.ts';
import type { ListColumn } from '../../ui/virtual-table.tsx';
import { StateLabel } from './state-label.tsx';

/** Column "Tarife": how many use the object. */
export const tariffCountColumn = <Row extends { readonly tariffCount: number }>(
  priority: number,
): ListColumn<Row, 'tariffCount'> => ({
  key: 'tariffCount',
  header: t('masterData.tariffs'),
  minWidth: 90,
  grow: 0.3,
  priority,
  isNumeric: true,
  sortKey: 'tariffCount',
  startsDescending: true,
  render: (row) => formatNumberDe(row.tariffCount),
});

/** Column "Status": active or inactive. */
export const stateColumn = <Row extends { readonly isInactive: boolean }>(): ListColumn<
  Row,
  'isInactive'
> => ({
  key: 'isInactive',
  header: t('masterData.state'),
  minWidth: 100,
  grow: 0.3,
  priority: 1,
  sortKey: 'isInactive',
  render: (row) => <StateLabel isInactive={row.isInactive} />,
});

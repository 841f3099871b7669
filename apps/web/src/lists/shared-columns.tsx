import { formatNumber } from '@depotwerk/domain/number-text';
import { StateLabel } from '../forms/state-label.tsx';
import { t } from '../texts/texts.ts';
import type { ListColumn } from '../ui/virtual-table.tsx';

/** Column "Tarife": how many use the object. */
export const tariffCountColumn = <Row extends { readonly tariffCount: number }>(
  priority: number,
): ListColumn<Row, 'tariffCount'> =>
  countColumn('tariffCount', t('masterData.tariffs'), { minWidth: 90, priority });

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
  groupText: (row) => t(row.isInactive ? 'common.inactive' : 'common.active'),
  render: (row) => <StateLabel isInactive={row.isInactive} />,
});

/** A column that counts what belongs to an entry; sorted by it, the largest comes first. */
export const countColumn = <Key extends string>(
  key: Key,
  header: string,
  { minWidth, priority }: { readonly minWidth: number; readonly priority: number },
): ListColumn<Readonly<Record<Key, number>>, Key> => ({
  key,
  header,
  minWidth,
  grow: 0.3,
  priority,
  isNumeric: true,
  sortKey: key,
  startsDescending: true,
  render: (row) => formatNumber(row[key]),
});

import { Link } from '@tanstack/react-router';
import { t } from '../../texts/texts.ts';
import type { ListColumn } from '../../ui/virtual-table.tsx';

interface OfContract {
  contractId: string;
  contractNumber: string;
  customerName: string;
}

/** Whose contract it is. */
export const contractColumns = <Row extends OfContract>(): ListColumn<Row, never>[] => [
  {
    key: 'customer',
    header: t('orderBook.columns.customer'),
    minWidth: 150,
    grow: 1,
    priority: 0,
    render: ({ customerName, contractId }) => (
      <Link to="/contracts/$contractId/$tab" params={{ contractId, tab: 'optimization' }} tabIndex={-1}>
        {customerName}
      </Link>
    ),
  },
  {
    key: 'contract',
    header: t('orderBook.columns.contract'),
    minWidth: 130,
    grow: 0.4,
    priority: 1,
    render: ({ contractNumber }) => contractNumber,
  },
];

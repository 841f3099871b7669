import { formatMoney } from '@depotwerk/domain/money';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { said, t } from '../../../texts/texts.ts';
import { numeric } from '../../../ui/table-head.tsx';

/** What became of the plan of one contract where many were worked on. */
interface RowOfPlan {
  readonly contractId: string;
  readonly externalKey: string;
  readonly customerName: string;
  readonly message: string | null;
  /** Euros that change place; null where nothing does. */
  readonly turnover: number | null;
}

export const planColumns = () => [
  t('optimization.bulk.contract'),
  numeric(t('optimization.bulkRelease.turnover')),
  t('optimization.bulk.result'),
];

/** Contract with its way and reason, what changes place, and the result as its work words it. */
export function PlanRow({ row, result }: { readonly row: RowOfPlan; readonly result: ReactNode }) {
  return (
    <tr>
      <th scope="row">
        <Link to="/contracts/$contractId/$tab" params={{ contractId: row.contractId, tab: 'optimization' }}>
          {row.externalKey}
        </Link>{' '}
        <span className="hint">{row.customerName}</span>
        {row.message === null ? null : <span className="opt-bulk__message">{said(row.message)}</span>}
      </th>
      <td className="num" data-label={t('optimization.bulkRelease.turnover')}>
        {row.turnover === null ? '–' : formatMoney(row.turnover)}
      </td>
      <td data-label={t('optimization.bulk.result')}>{result}</td>
    </tr>
  );
}

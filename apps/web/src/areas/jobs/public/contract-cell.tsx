import { Link } from '@tanstack/react-router';
import { said } from '../../../texts/texts.ts';

interface ContractCellProps {
  readonly row: {
    readonly contractId: string;
    readonly externalKey: string;
    readonly customerName?: string;
    readonly message: string | null;
  };
  /** Where what was done shows at the contract. */
  readonly tab: 'optimization' | 'optimization-hints' | 'documents';
}

/** First cell of what became of one contract in a job: the way to it, whose it is, and what stands against it. */
export function ContractCell({ row, tab }: ContractCellProps) {
  return (
    <th scope="row">
      <Link to="/contracts/$contractId/$tab" params={{ contractId: row.contractId, tab }}>
        {row.externalKey}
      </Link>
      {row.customerName === undefined ? null : (
        <>
          {' '}
          <span className="hint">{row.customerName}</span>
        </>
      )}
      {row.message === null ? null : <span className="opt-bulk__message">{said(row.message)}</span>}
    </th>
  );
}

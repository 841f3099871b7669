import type { bulkOutcome } from '@depotwerk/api/contracts/contract-bulk';
import { bulkReasonTexts } from '@depotwerk/domain/contracts/bulk-reasons';
import { formatNumber } from '@depotwerk/domain/number-text';
import type * as z from 'zod/mini';
import { said, t } from '../../../texts/texts.ts';
import { Banner } from '../../../ui/feedback.tsx';
import type { BulkChangeKind } from '../public/bulk-changes.ts';
import '../public/bulk.css';

export type BulkOutcome = z.infer<typeof bulkOutcome>;

/** What a change would do: how many contracts, and which stay as they are, by reason. */
export function ChangePreview({ kind, outcome }: { kind: BulkChangeKind; outcome: BulkOutcome }) {
  const { contractCount, customerCount, skipped } = outcome;
  const byReason = [...Map.groupBy(skipped, ({ reason }) => reason)];
  return (
    <div className="contract-change">
      <Banner tone={contractCount === 0 ? 'warn' : 'info'} role="status">
        {contractCount === 0
          ? t('contracts.bulk.nothing')
          : kind === 'group'
            ? t('contracts.bulk.moves', {
                count: customerCount,
                number: formatNumber(customerCount),
                contracts: formatNumber(contractCount),
              })
            : t('contracts.bulk.changes', { count: contractCount, number: formatNumber(contractCount) })}
      </Banner>
      {byReason.map(([reason, contracts]) => (
        <details key={reason}>
          <summary>
            {t('contracts.bulk.skipped', {
              count: contracts.length,
              number: formatNumber(contracts.length),
              reason: said(bulkReasonTexts[reason]),
            })}
          </summary>
          <ul>
            {contracts.map(({ contractId, externalKey, customerName }) => (
              <li key={contractId}>
                {externalKey} <span className="hint">{customerName}</span>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}

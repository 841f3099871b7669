import type { Job } from '@depotwerk/api/jobs/jobs';
import { formatMoney } from '@depotwerk/domain/money';
import { useEffect } from 'react';
import type { QueryRoot } from '../../../platform/query-keys.ts';
import { readAnew } from '../../../platform/read-anew.ts';
import { t } from '../../../texts/texts.ts';
import { ColourLabel, type LabelTone } from '../../../ui/cells.tsx';
import { numeric } from '../../../ui/table-head.tsx';
import { isOver } from '../../jobs/public/bulk-job-dialog.tsx';
import { BulkJobRows, type RowsQuery } from '../../jobs/public/bulk-job-rows.tsx';
import { ContractCell } from '../../jobs/public/contract-cell.tsx';

/** What became of the plan of one contract where many were worked on. */
interface RowOfPlan<Result extends string> {
  readonly contractId: string;
  readonly externalKey: string;
  readonly customerName: string;
  readonly result: Result;
  readonly message: string | null;
  /** Euros that change place; null where nothing does. */
  readonly turnover: number | null;
}

interface PlanRowsProps<Result extends string> {
  readonly job: Job;
  /** Tells the rows of one kind of job from another's in the cache. */
  readonly kind: string;
  /** In the order of the filter. */
  readonly results: readonly Result[];
  readonly tones: Readonly<Record<Result, LabelTone>>;
  readonly word: (result: Result) => string;
  readonly emptyText: (isOver: boolean) => string;
  readonly read: (query: RowsQuery<Result>, signal: AbortSignal) => Promise<RowOfPlan<Result>[]>;
  /** What is read anew once the job is over (one list, always the same): lists of what waits are shorter then, and each plan says by its contract how far it is. */
  readonly changed: readonly QueryRoot[];
}

/** What became of the plans of many contracts: each contract with its way and reason, what changes place, and the result. */
export function PlanRows<Result extends string>({
  results,
  tones,
  word,
  changed,
  ...rows
}: PlanRowsProps<Result>) {
  const done = isOver(rows.job);
  useEffect(() => {
    if (done) void readAnew(...changed);
  }, [done, changed]);
  return (
    <BulkJobRows
      {...rows}
      results={results.map((value) => ({ value, label: word(value) }))}
      columns={[
        t('optimization.bulk.contract'),
        numeric(t('optimization.bulkRelease.turnover')),
        t('optimization.bulk.result'),
      ]}
      className="opt-bulk__rows--plans"
      renderRow={(row: RowOfPlan<Result>) => (
        <tr key={row.contractId}>
          <ContractCell row={row} tab="optimization" />
          <td className="num" data-label={t('optimization.bulkRelease.turnover')}>
            {row.turnover === null ? '–' : formatMoney(row.turnover)}
          </td>
          <td data-label={t('optimization.bulk.result')}>
            <ColourLabel tone={tones[row.result]}>{word(row.result)}</ColourLabel>
          </td>
        </tr>
      )}
    />
  );
}

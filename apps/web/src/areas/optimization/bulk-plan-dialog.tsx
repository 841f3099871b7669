import type { Job } from '@depotwerk/api/jobs/jobs';
import {
  type contractPlanRow,
  discardJobPlans,
  listPlanJobRows,
} from '@depotwerk/api/optimization/bulk-plans';
import { planRowResults } from '@depotwerk/domain/contracts/plan-states';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { readAnew } from '../../platform/read-anew.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import type { RoutedDialogProps } from '../../shell/dialog-registry.tsx';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ColourLabel, type LabelTone } from '../../ui/cells.tsx';
import { numeric } from '../../ui/table-head.tsx';
import { showToast } from '../../ui/toast.tsx';
import { BulkJobDialog, isOver } from '../jobs/public/bulk-job-dialog.tsx';
import { BulkJobRows } from '../jobs/public/bulk-job-rows.tsx';
import { ContractCell } from '../jobs/public/contract-cell.tsx';

type PlanRow = z.infer<typeof contractPlanRow>;
const tones: Record<PlanRow['result'], LabelTone> = { planned: 'info', nothingToDo: 'ok', skipped: 'warn' };

/** `?dialog=bulkPlan&jobId=…`: how far planning of many contracts is, what it made, and the way to take it back. */
export function BulkPlanDialog({ params, onClose }: RoutedDialogProps) {
  return (
    <BulkJobDialog
      jobId={params['jobId'] ?? ''}
      words="optimization.bulkPlan"
      Rows={Rows}
      Actions={TakeBack}
      onClose={onClose}
    />
  );
}

function TakeBack({ job }: { job: Job }) {
  const mayPlan = useSession((state) => mayChange(state.user, 'optimization.plan'));
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  if (!mayPlan || !isOver(job) || job.changed === 0) return null;
  if (!isAsked) return <Button onClick={() => setAsked(true)}>{t('optimization.bulkPlan.takeBack')}</Button>;
  const takeBack = async () => {
    setBusy(true);
    try {
      const { discardedCount, keptCount } = await callApi(discardJobPlans, { params: { id: job.id } });
      showToast(
        [
          t('optimization.bulkPlan.takenBack', {
            count: discardedCount,
            number: formatNumber(discardedCount),
          }),
          ...(keptCount === 0
            ? []
            : [t('optimization.bulkPlan.kept', { count: keptCount, number: formatNumber(keptCount) })]),
        ].join(' '),
      );
      setAsked(false);
      void readAnew('bulk-job', 'contract', 'contracts');
    } catch (error) {
      showApiError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <span className="hint">{t('optimization.bulkPlan.takeBackHint')}</span>
      <Button isBusy={isBusy} onClick={() => void takeBack()}>
        {t('optimization.bulkPlan.takeBackNow')}
      </Button>
    </>
  );
}

function Rows({ job }: { job: Job }) {
  return (
    <BulkJobRows<PlanRow>
      job={job}
      kind="plans"
      results={planRowResults.map((value) => ({
        value,
        label: t(`optimization.bulkPlan.results.${value}`),
      }))}
      read={(query, signal) => callApi(listPlanJobRows, { params: { id: job.id }, query }, { signal })}
      columns={[
        t('optimization.bulk.contract'),
        numeric(t('optimization.bulkPlan.orders')),
        numeric(t('optimization.bulkPlan.turnover')),
        numeric(t('optimization.bulkPlan.costs')),
        numeric(t('optimization.bulk.score')),
        t('optimization.bulk.result'),
      ]}
      className="opt-bulk__rows--plans"
      emptyText={(over) => t(over ? 'optimization.bulkPlan.noRowsDone' : 'optimization.bulkPlan.noRows')}
      renderRow={(row) => <Row key={row.contractId} row={row} />}
    />
  );
}

const none = '–';
const money = (value: number | null): string => (value === null ? none : formatMoney(value));

function Row({ row }: { row: PlanRow }) {
  const isGone = row.result === 'planned' && !row.isOpen;
  return (
    <tr>
      <ContractCell row={row} tab="optimization" />
      <td className="num" data-label={t('optimization.bulkPlan.orders')}>
        {row.orderCount ?? none}
      </td>
      <td className="num" data-label={t('optimization.bulkPlan.turnover')}>
        {money(row.turnover)}
      </td>
      <td className="num" data-label={t('optimization.bulkPlan.costs')}>
        {money(row.costsOnce)}
      </td>
      <td className="num" data-label={t('optimization.bulk.score')}>
        {row.scoreBefore === null || row.scoreAfter === null
          ? none
          : t('optimization.bulk.scoreChange', { before: row.scoreBefore, after: row.scoreAfter })}
      </td>
      <td data-label={t('optimization.bulk.result')}>
        <ColourLabel tone={isGone ? 'neutral' : tones[row.result]}>
          {t(isGone ? 'optimization.bulkPlan.gone' : `optimization.bulkPlan.results.${row.result}`)}
        </ColourLabel>
      </td>
    </tr>
  );
}

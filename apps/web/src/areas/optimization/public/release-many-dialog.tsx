import { previewReleases, releasePlans } from '@depotwerk/api/optimization/bulk-releases';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { callApi } from '../../../platform/api-client.ts';
import { useStartJob } from '../../../shell/use-start-job.ts';
import { t } from '../../../texts/texts.ts';
import { Banner } from '../../../ui/feedback.tsx';
import { FirstRows } from '../../../ui/first-rows.tsx';
import { ManyDialog } from '../many-dialog.tsx';
import { PlanWarnings } from '../plan-warnings.tsx';
import { PlansLeftOut } from '../plans-left-out.tsx';

interface ReleaseManyDialogProps {
  selection: z.input<(typeof previewReleases)['body']>['selection'];
  onClose: () => void;
  /** After the work was started. */
  onDone: () => void;
}

/** Shows which open plans of many contracts would be released, and starts releasing exactly these. */
export function ReleaseManyDialog({ selection, onClose, onDone }: ReleaseManyDialogProps) {
  const { isBusy, failure, start } = useStartJob('bulkRelease', onDone);
  const ahead = useQuery({
    queryKey: ['bulk-job', 'releases-ahead', selection],
    queryFn: ({ signal }) => callApi(previewReleases, { body: { selection } }, { signal }),
    // What is confirmed is what was listed: it stays as it is while somebody reads it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const all = ahead.data?.plans ?? [];
  // What is certain to be left out is named, and not asked for.
  const plans = all.filter(({ obstacle }) => (obstacle ?? null) === null);
  const orders = plans.reduce((sum, { orderCount }) => sum + orderCount, 0);
  const turnover = plans.reduce((sum, plan) => sum + plan.turnover, 0);
  const forSecond = plans.filter(({ needsSecondPerson }) => needsSecondPerson).length;
  const release = () =>
    start(() => {
      const named = plans.map(({ contractId, planVersion }) => ({ contractId, planVersion }));
      return callApi(releasePlans, { body: { plans: named } });
    });
  return (
    <ManyDialog
      title={t('optimization.bulkRelease.title')}
      submit={t('optimization.bulkRelease.submit')}
      ahead={ahead}
      nothing={t('optimization.bulkRelease.nothing')}
      isNothing={() => all.length === 0}
      isDisabled={plans.length === 0}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void release()}
      onClose={onClose}
    >
      {() =>
        plans.length === 0 ? (
          <>
            <p>{t('optimization.bulkRelease.noneNow')}</p>
            <PlansLeftOut plans={all} />
          </>
        ) : (
          <>
            <p>
              <b>
                {t('optimization.bulkRelease.ahead', {
                  count: plans.length,
                  number: formatNumber(plans.length),
                })}{' '}
                {t('continuous.sum', {
                  count: orders,
                  number: formatNumber(orders),
                  turnover: formatMoney(turnover),
                })}
              </b>
            </p>
            {forSecond > 0 ? (
              <Banner tone="info">
                {t('optimization.bulkRelease.secondPerson', {
                  count: forSecond,
                  number: formatNumber(forSecond),
                })}
              </Banner>
            ) : null}
            <PlansLeftOut plans={all} />
            <PlanWarnings
              plans={plans.map(({ contractId, contractNumber, customerName, warnings }) => ({
                id: contractId,
                name: `${customerName}, ${contractNumber}`,
                warnings,
              }))}
            />
            <p className="hint">{t('optimization.bulkRelease.hint')}</p>
            <details>
              <summary>{t('optimization.bulkRelease.all')}</summary>
              <FirstRows rows={plans} keyOf={({ contractId }) => contractId}>
                {(plan) => (
                  <>
                    {plan.customerName}, {plan.contractNumber}:{' '}
                    {plan.orderCount === 0
                      ? t('optimization.bulkRelease.savingsPlanOnly')
                      : t('continuous.sum', {
                          count: plan.orderCount,
                          number: formatNumber(plan.orderCount),
                          turnover: formatMoney(plan.turnover),
                        })}
                    {plan.needsSecondPerson ? ` (${t('optimization.bulkRelease.withSecondPerson')})` : null}
                  </>
                )}
              </FirstRows>
            </details>
          </>
        )
      }
    </ManyDialog>
  );
}

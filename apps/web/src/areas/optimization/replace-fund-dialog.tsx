import { planContracts } from '@depotwerk/api/optimization/bulk-plans';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { contractStatsQuery } from '../../queries/contract-cache.ts';
import type { RoutedDialogProps } from '../../shell/dialog-registry.tsx';
import { useStartJob } from '../../shell/use-start-job.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Banner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { FundPick, type PickedFund } from '../funds/public/fund-pick.tsx';
import { fundQuery } from '../funds/public/fund-queries.ts';

/** `?dialog=replaceFund&fundId=…`: plans another fund in place of one in all contracts that hold it or pay into it. */
export function ReplaceFundDialog({ params, onClose }: RoutedDialogProps) {
  const fromFundId = Number(params['fundId'] ?? 0);
  const [to, setTo] = useState<PickedFund | null>(null);
  const { isBusy, failure: error, forget, start } = useStartJob('bulkPlan');
  const fund = useQuery(fundQuery(fromFundId));
  const stats = useQuery(contractStatsQuery({ heldFundId: fromFundId }));
  const count = stats.data?.contractCount;
  const replace = async () => {
    if (to === null) return;
    const body = {
      selection: { filter: { heldFundId: String(fromFundId) } },
      replacement: { fromFundId, toFundId: to.id },
    };
    await start(() => callApi(planContracts, { body }));
  };
  return (
    <Dialog
      title={t('optimization.replaceFund.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="primary"
            isBusy={isBusy}
            disabled={to === null || count === undefined || count === 0}
            onClick={() => void replace()}
          >
            {t('optimization.replaceFund.start')}
          </Button>
        </>
      }
    >
      {fund.isError ? (
        <QueryError query={fund} />
      ) : stats.isError ? (
        <QueryError query={stats} />
      ) : fund.data && count !== undefined ? (
        <div className="stack">
          <Banner tone={count === 0 ? 'warn' : 'info'} role="status">
            {count === 0
              ? t('optimization.replaceFund.nobody', { name: fund.data.name })
              : t('optimization.replaceFund.holders', {
                  count,
                  number: formatNumber(count),
                  name: fund.data.name,
                })}
          </Banner>
          <FundPick
            label={t('optimization.replaceFund.to')}
            value={to}
            isExcluded={(id) => id === fromFundId}
            onChange={(picked) => {
              forget();
              setTo(picked);
            }}
          />
          <p className="hint">{t('optimization.replaceFund.hint')}</p>
        </div>
      ) : (
        <Skeleton lines={4} />
      )}
      {error === null ? null : (
        <Banner tone="bad" role="alert">
          {errorMessageOf(error)}
        </Banner>
      )}
    </Dialog>
  );
}

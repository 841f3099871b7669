import { sharePublicReport } from '@depotwerk/api/reports';
import { formatInstantDay } from '@depotwerk/domain/date-de';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { LinkToCopy } from '../../ui/link-to-copy.tsx';
import { MoneyField, NumberField } from '../../ui/number-fields.tsx';

const limits = { amount: { min: 100, max: 10_000_000 }, years: { min: 1, max: 40 } };

/** Makes a link to what a fund costs over the years, for people without an access; names no customer. */
export function PublicCostExample({ fundId }: { fundId: number }) {
  const [amount, setAmount] = useState<number | null>(10_000);
  const [years, setYears] = useState<number | null>(10);
  const [faults, setFaults] = useState<{ amount?: string | null; years?: string | null }>({});
  const share = useMutation({
    mutationFn: (body: { amount: number; years: number }) =>
      callApi(sharePublicReport, { body: { reportType: 'costExamplePublic', fundId, ...body } }),
  });
  const isReady = amount !== null && years !== null && !faults.amount && !faults.years;
  return (
    <>
      <h4>{t('reports.share.title')}</h4>
      <p className="hint">{t('reports.share.intro')}</p>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) share.mutate({ amount, years });
        }}
      >
        <div className="row">
          <MoneyField
            label={t('reports.share.amount')}
            {...limits.amount}
            value={amount}
            onChange={setAmount}
            onFault={(fault) => setFaults((before) => ({ ...before, amount: fault }))}
          />
          <NumberField
            label={t('reports.share.years')}
            precision={0}
            {...limits.years}
            value={years}
            onChange={setYears}
            onFault={(fault) => setFaults((before) => ({ ...before, years: fault }))}
          />
        </div>
        <div>
          <Button type="submit" size="small" isBusy={share.isPending} disabled={!isReady}>
            {t('reports.share.create')}
          </Button>
        </div>
      </form>
      {share.error ? (
        <Banner tone="warn" role="alert">
          {errorMessageOf(share.error)}
        </Banner>
      ) : null}
      {share.data ? (
        <LinkToCopy
          link={`${window.location.origin}/reports/public?reportType=${share.data.reportType}&guid=${share.data.guid}`}
          label={t('reports.share.link')}
          hint={t('reports.share.hint', { day: formatInstantDay(share.data.expiresAt) })}
        />
      ) : null}
    </>
  );
}

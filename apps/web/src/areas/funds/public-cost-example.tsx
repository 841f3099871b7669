import { sharePublicReport } from '@depotwerk/api/reports/reports';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import { MoneyField, NumberField } from '../../ui/number-fields.tsx';
import { PublicLinks } from '../documents/public/public-links.tsx';

const limits = { amount: { min: 100, max: 10_000_000 }, years: { min: 1, max: 40 } };

/** Makes a link to what a fund costs over the years, for people without an access; names no customer. */
export function PublicCostExample({ fundId }: { fundId: number }) {
  const [amount, setAmount] = useState<number | null>(10_000);
  const [years, setYears] = useState<number | null>(10);
  const [faults, setFaults] = useState<{ amount?: string | null; years?: string | null }>({});
  const isReady = amount !== null && years !== null && !faults.amount && !faults.years;
  return (
    <>
      <p className="hint">{t('reports.share.intro')}</p>
      <PublicLinks
        onShare={
          isReady
            ? (limits) =>
                callApi(sharePublicReport, {
                  body: { reportType: 'costExamplePublic', fundId, amount, years, ...limits },
                })
            : null
        }
        filter={{ fundId }}
      >
        <div className="public-links__fields">
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
      </PublicLinks>
    </>
  );
}

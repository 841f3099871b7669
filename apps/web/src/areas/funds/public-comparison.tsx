import { sharePublicReport } from '@depotwerk/api/reports/reports';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { PublicLinks } from '../documents/public/public-links.tsx';
import { FundPicker } from './public/fund-picker.tsx';
import type { Fund } from './public/fund-queries.ts';

/** Funds of one comparison, as the call takes them. */
const mostFunds = 5;

/** Makes a link to a comparison of this fund with up to four others, for people without an access; names no customer. */
export function PublicComparison({ fund }: { fund: Fund }) {
  const [others, setOthers] = useState<readonly Fund[]>([]);
  const fundIds = [fund.id, ...others.map(({ id }) => id)];
  return (
    <>
      <p className="hint">{t('reports.share.comparisonIntro')}</p>
      {fundIds.length < mostFunds ? (
        <FundPicker
          label={t('reports.share.comparisonWith')}
          pickLabel={t('reports.share.comparisonAdd')}
          isExcluded={(id) => fundIds.includes(id)}
          detailOf={({ isin }) => isin}
          onPick={(picked) => setOthers([...others, picked])}
        />
      ) : (
        <p className="hint" role="status">
          {t('reports.share.comparisonFull')}
        </p>
      )}
      <ul className="fund-picker__hits" aria-label={t('reports.share.comparisonFunds')}>
        {[fund, ...others].map(({ id, name, isin }) => (
          <li key={id} className="fund-picker__hit">
            <span className="fund-picker__name">
              {name}
              <span className="hint">{isin}</span>
            </span>
            {id === fund.id ? null : (
              <Button
                size="small"
                aria-label={t('reports.share.comparisonRemoveNamed', { name })}
                onClick={() => setOthers(others.filter((other) => other.id !== id))}
              >
                {t('reports.share.comparisonRemove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <PublicLinks
        onShare={
          others.length === 0
            ? null
            : (limits) =>
                callApi(sharePublicReport, {
                  body: { reportType: 'fundComparisonPublic', fundIds, ...limits },
                })
        }
        filter={{ fundId: fund.id }}
      />
    </>
  );
}

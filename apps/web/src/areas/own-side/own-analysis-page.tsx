import { startOwnAnalysis } from '@depotwerk/api/prospects/own-analysis';
import { hasEnded } from '@depotwerk/domain/contracts/has-ended';
import { formatDate } from '@depotwerk/domain/date-text';
import { analysisConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import { formatMoney } from '@depotwerk/domain/money';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { today } from '../../platform/today.ts';
import { t } from '../../texts/texts.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Banner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { ForOneself } from '../../ui/for-oneself.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { useAction } from '../../ui/use-action.ts';
import { ConsentBox } from '../prospects/public/consent-box.tsx';
import { guidOfHash } from '../prospects/public/guid-of-hash.ts';
import { OpenAnalysis } from '../prospects/public/open-analysis.tsx';
import { type OwnSide, ownSideQuery } from './own-side-queries.ts';
import './own-side.css';

/** `/my/analysis`: a depot analysis of the contracts a customer holds, or of what she holds elsewhere alone; behind `#` stands the guid of one that was begun. */
export const OwnAnalysisPage = () => (
  <ForOneself title={t('shell.depotanalysis')}>
    <OwnAnalysis />
  </ForOneself>
);

function OwnAnalysis() {
  const guid = guidOfHash(useLocation({ select: ({ hash }) => hash }));
  const side = useQuery({ ...ownSideQuery, enabled: guid === null });
  if (guid !== null)
    return (
      <div className="stack">
        <OpenAnalysis key={guid} guid={guid} home="/my/analysis" />
      </div>
    );
  return (
    <div className="stack">
      <PageHeader title={t('shell.depotanalysis')} />
      {side.isError ? <QueryError query={side} /> : null}
      {side.isPending ? <Skeleton height={320} /> : null}
      {side.data === undefined ? null : side.data.underageUntil === undefined ? (
        <Begin contracts={side.data.contracts} />
      ) : (
        <Banner tone="info">
          {t('ownSide.analysis.underage', { date: formatDate(side.data.underageUntil) })}
        </Banner>
      )}
    </div>
  );
}

function Begin({ contracts }: Pick<OwnSide, 'contracts'>) {
  const navigate = useNavigate();
  const running = contracts.filter(({ endDate }) => !hasEnded(endDate, today()));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { isBusy, failure, act } = useAction();
  const chosen = running.filter(({ id }) => !left.has(id));
  const begin = async () => {
    await act(async () => {
      const body = { consentVersion: analysisConsentVersion, contractIds: chosen.map(({ id }) => id) };
      const { guid } = await callApi(startOwnAnalysis, { body });
      await navigate({ to: '/my/analysis', hash: guid, replace: true });
    });
  };
  return (
    <Card>
      <div className="stack">
        {running.length === 0 ? (
          <p>{t('ownSide.analysis.introWithoutContracts')}</p>
        ) : (
          <>
            <p>{t('ownSide.analysis.intro')}</p>
            <fieldset className="own-side__choice">
              <legend>{t('ownSide.analysis.contracts')}</legend>
              {running.map(({ id, tariffName, externalKey, totalValue }) => (
                <Checkbox
                  key={id}
                  label={[tariffName, externalKey, totalValue === null ? null : formatMoney(totalValue)]
                    .filter((part) => part !== null)
                    .join(' · ')}
                  isChecked={!left.has(id)}
                  onChange={(isChecked) => {
                    const next = new Set(left);
                    if (isChecked) next.delete(id);
                    else next.add(id);
                    setLeft(next);
                  }}
                />
              ))}
            </fieldset>
            {chosen.length === 0 ? <p role="status">{t('ownSide.analysis.none')}</p> : null}
          </>
        )}
        <ConsentBox isBusy={isBusy} failure={failure} onAgreed={() => void begin()} />
      </div>
    </Card>
  );
}

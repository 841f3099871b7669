import { startTariffImpact } from '@depotwerk/api/tariffs/tariff-impact';
import type { TariffVersion } from '@depotwerk/api/tariffs/tariffs';
import { isOpenVersion } from '@depotwerk/domain/tariff/version-states';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { showApiError } from '../../../platform/error-texts.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Banner, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { versionText } from '../tariff-steps/version-words.ts';
import { ImpactProgress } from './impact-progress.tsx';
import { ImpactResult } from './impact-result.tsx';
import { impactQuery } from './version-queries.ts';
import type { VersionsSearch } from './versions-search.ts';

interface ImpactViewProps {
  tariffId: string;
  versions: readonly TariffVersion[];
  search: VersionsSearch;
}

/** What a version would do to every contract of the tariff, computed before it is published. */
export function ImpactView({ tariffId, versions, search }: ImpactViewProps) {
  const navigate = useNavigate({ from: '/admin/tariffs/$tariffId/versions' });
  const [isStarting, setStarting] = useState(false);
  const versionNumber =
    search.version ?? versions.find(isOpenVersion)?.versionNumber ?? versions[0]?.versionNumber ?? 1;
  const query = impactQuery(tariffId, versionNumber);
  const impact = useQuery(query);
  const start = async () => {
    setStarting(true);
    try {
      const started = await callApi(startTariffImpact, { params: { id: tariffId }, body: { versionNumber } });
      queryClient.setQueryData(query.queryKey, started);
    } catch (error) {
      showApiError(error);
    } finally {
      setStarting(false);
    }
  };
  const state = impact.data?.state;
  return (
    <div className="stack">
      <div className="compare__choice">
        <SelectField
          label={t('tariffVersions.impact.version')}
          value={String(versionNumber)}
          options={versions.map((version) => ({
            value: String(version.versionNumber),
            label: versionText(version),
          }))}
          onChange={(value) =>
            void navigate({
              search: (previous) => ({ ...previous, version: Number(value) }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      {impact.isError ? (
        <QueryError query={impact} />
      ) : impact.data === undefined ? (
        <Skeleton height={280} />
      ) : (
        <>
          {impact.data.comparedWith === null ? (
            <Banner>{t('tariffVersions.impact.nothingPublished')}</Banner>
          ) : null}
          {state === 'failed' ? (
            <Banner tone="bad" role="alert">
              {t('tariffVersions.impact.failed')}
            </Banner>
          ) : null}
          {state === 'done' && impact.data.isOutdated ? (
            <Banner tone="warn" role="status">
              {t('tariffVersions.impact.outdated')}
            </Banner>
          ) : null}
          {state === 'running' ? (
            <ImpactProgress jobId={impact.data.jobId} contractCount={impact.data.contractCount} />
          ) : (
            <div className="row">
              <Button kind="primary" isBusy={isStarting} onClick={() => void start()}>
                {t(state === 'none' ? 'tariffVersions.impact.start' : 'tariffVersions.impact.again')}
              </Button>
              {state === 'none' ? <span className="hint">{t('tariffVersions.impact.explain')}</span> : null}
            </div>
          )}
          {state === 'done' ? <ImpactResult impact={impact.data} /> : null}
        </>
      )}
    </div>
  );
}

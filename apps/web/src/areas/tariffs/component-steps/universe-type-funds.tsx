import { previewUniverse } from '@depotwerk/api/components/universe-preview';
import { formatNumber } from '@depotwerk/domain/number-text';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { t } from '../../../texts/texts.ts';
import { ExportMenu } from '../../../ui/export-menu.tsx';
import { QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { exportFunds } from './fund-files.ts';
import { FundList } from './fund-list.tsx';

export interface UniverseTypeFundsProps {
  componentKey: string;
  universeTypeId: number | null;
  maximumRiskIndicator: number | null;
  needsRiskIndicator: boolean;
  /** Funds of the manual list, which is kept aside until the universe is saved. */
  keptItems: number;
}

/** The funds a universe type holds today. */
export function UniverseTypeFunds(props: UniverseTypeFundsProps) {
  const { componentKey, universeTypeId, maximumRiskIndicator } = props;
  const isChosen = universeTypeId !== null && (!props.needsRiskIndicator || maximumRiskIndicator !== null);
  const body = { tariffUniverseType: universeTypeId ?? 1, maximumRiskIndicator };
  const preview = useQuery({
    queryKey: ['tariff-lookups', 'universe-preview', body],
    queryFn: ({ signal }) => callApi(previewUniverse, { body }, { signal }),
    enabled: isChosen,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const funds = preview.data?.funds;
  const ids = useMemo(() => (funds ?? []).map(({ id }) => id), [funds]);
  const byId = useMemo(
    () => new Map((funds ?? []).map((fund, place) => [fund.id, { fund, place }])),
    [funds],
  );
  const fundCount = preview.data?.fundCount ?? 0;
  const countText = t('componentSteps.universe.count', {
    count: fundCount,
    number: formatNumber(fundCount),
  });
  return (
    <section className="fund-editor" aria-label={t('componentSteps.universe.holds')}>
      {props.keptItems === 0 ? null : (
        <p className="hint">
          {t('componentSteps.universe.keptItems', {
            count: props.keptItems,
            number: formatNumber(props.keptItems),
          })}
        </p>
      )}
      {!isChosen ? null : preview.isError ? (
        <QueryError query={preview} />
      ) : preview.data === undefined ? (
        <Skeleton height={120} />
      ) : (
        <>
          <div className="fund-editor__head">
            <h2 className="fund-editor__title">{countText}</h2>
            <span role="status" className="visually-hidden">
              {countText}
            </span>
            <ExportMenu
              isDisabled={preview.data.fundCount === 0}
              load={(format) => exportFunds('universe', componentKey, body, format)}
            />
          </div>
          {ids.length === 0 ? null : (
            <FundList
              label={t('componentSteps.universe.holds')}
              ids={ids}
              fundOf={(id) => byId.get(id)?.fund ?? null}
              placeOf={(id) => byId.get(id)?.place ?? 0}
              actions={null}
              canMove={false}
              showsRank={false}
            />
          )}
          {preview.data.fundCount > ids.length ? (
            <p className="hint">
              {t('componentSteps.universe.firstOnly', { shown: formatNumber(ids.length) })}
            </p>
          ) : null}
        </>
      )}
    </section>
  );
}

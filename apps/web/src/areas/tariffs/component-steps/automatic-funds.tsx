import { previewAutomaticSelection } from '@depotwerk/api/components/tariff-components';
import { formatNumber } from '@depotwerk/domain/number-text';
import type { SelectionComponentDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { t } from '../../../texts/texts.ts';
import { ExportMenu } from '../../../ui/export-menu.tsx';
import { QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { exportFunds } from './fund-files.ts';
import { FundList } from './fund-list.tsx';

/** Pause in typing before the preview is asked for, in milliseconds. */
const pause = 400;

/** What universe, ranking and list size give today, best first by peer group. */
export function AutomaticFunds({ draft }: { draft: SelectionComponentDraft }) {
  const { tariffUniverseComponent, tariffRankingType, tariffFundShortlistSize } = draft;
  const isAskable =
    tariffUniverseComponent !== null &&
    tariffRankingType !== null &&
    tariffFundShortlistSize !== null &&
    Number.isInteger(tariffFundShortlistSize) &&
    tariffFundShortlistSize >= 1 &&
    tariffFundShortlistSize <= 1000;
  const body = useSettled(
    isAskable
      ? {
          tariffUniverseComponent,
          tariffRankingType,
          tariffFundShortlistSize,
          minimumRank: draft.minimumRank,
          allowsUnrated: draft.allowsUnrated,
        }
      : null,
    pause,
  );
  const preview = useQuery({
    queryKey: ['tariff-lookups', 'automatic-selection', body],
    queryFn: ({ signal }) => {
      if (body === null) throw new Error('Asked without what it needs');
      return callApi(previewAutomaticSelection, { body }, { signal });
    },
    enabled: body !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const funds = preview.data;
  const ids = useMemo(() => (funds ?? []).map(({ id }) => id), [funds]);
  const byId = useMemo(
    () => new Map((funds ?? []).map((fund, place) => [fund.id, { fund, place }])),
    [funds],
  );
  const groups = useMemo(() => new Set((funds ?? []).map(({ peergroupId }) => peergroupId)).size, [funds]);

  if (!isAskable) return <p className="hint">{t('componentSteps.selection.previewNeeds')}</p>;
  if (preview.isError) {
    return <QueryError query={preview} />;
  }
  if (funds === undefined) return <Skeleton height={160} />;
  return (
    <section className="fund-editor" aria-label={t('componentSteps.selection.preview')}>
      <div className="fund-editor__head">
        <h2 className="fund-editor__title">
          {t('componentSteps.selection.preview')}{' '}
          <span className="hint" role="status">
            {t('componentSteps.selection.previewCount', {
              count: funds.length,
              number: formatNumber(funds.length),
              groups: formatNumber(groups),
            })}
          </span>
        </h2>
        <ExportMenu
          isDisabled={funds.length === 0}
          load={(format) => exportFunds('selection', draft.key, { ids }, format)}
        />
      </div>
      <p className="hint">{t('componentSteps.selection.previewHint')}</p>
      {ids.length === 0 ? (
        <div className="fund-editor__empty">{t('componentSteps.selection.previewEmpty')}</div>
      ) : (
        <FundList
          label={t('componentSteps.selection.preview')}
          ids={ids}
          fundOf={(id) => byId.get(id)?.fund ?? null}
          placeOf={(id) => byId.get(id)?.place ?? 0}
          actions={null}
          canMove={false}
          showsRank
        />
      )}
    </section>
  );
}

import type { TariffVersion } from '@depotwerk/api/tariffs/tariffs';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { showApiError } from '../../../platform/error-texts.ts';
import { mayChange, useSession } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Banner, EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { openTariffComparison } from '../tariff-report.ts';
import { versionText } from '../tariff-steps/version-words.ts';
import { DifferenceCards } from './difference-cards.tsx';
import { OtherTariff } from './other-tariff.tsx';
import { comparisonQuery, versionsQuery } from './version-queries.ts';
import type { VersionsSearch } from './versions-search.ts';

interface CompareViewProps {
  tariffId: string;
  versions: readonly TariffVersion[];
  search: VersionsSearch;
}

/** The version contracts follow, else the newest; 1 while none is known. */
const usualVersion = (versions: readonly TariffVersion[]): number =>
  (versions.find(({ state }) => state === 'published') ?? versions[0])?.versionNumber ?? 1;

/**
 * Two versions of a tariff, or one of it beside one of another tariff: differences in words, then the matrices with their
 * changed cells.
 */
export function CompareView({ tariffId, versions, search }: CompareViewProps) {
  const mayReport = useSession((state) => mayChange(state.user, 'tariffs.report'));
  const navigate = useNavigate({ from: '/admin/tariffs/$tariffId/versions' });
  const { other } = search;
  const others = useQuery({ ...versionsQuery(other ?? ''), enabled: other !== undefined });
  const numbers = versions.map(({ versionNumber }) => versionNumber);
  const usual = usualVersion(versions);
  // The newest against the one contracts follow, else against the one before it; of two tariffs what contracts follow.
  const b = search.b ?? (other === undefined ? numbers[0] : usual) ?? 1;
  const sameTariff = usual === b ? (numbers[1] ?? b) : usual;
  const a = search.a ?? (other === undefined ? sameTariff : usualVersion(others.data ?? []));
  const isReady = other === undefined ? versions.length > 1 : others.isSuccess;
  const comparison = useQuery({ ...comparisonQuery(tariffId, a, b, other), enabled: isReady });
  const choose = (change: VersionsSearch) =>
    void navigate({ search: (previous) => ({ ...previous, ...change }), replace: true, resetScroll: false });
  const chooseOther = (chosen: string | undefined) =>
    void navigate({
      search: chosen === undefined ? { view: 'compare' } : { view: 'compare', other: chosen },
      replace: true,
      resetScroll: false,
    });
  const heads =
    other === undefined
      ? {}
      : { before: t('tariffVersions.compare.there'), after: t('tariffVersions.compare.here') };
  const failed = others.isError ? others : comparison.isError ? comparison : null;
  return (
    <div className={other === undefined ? 'stack' : 'stack compare--other'}>
      <div className="compare__other">
        <OtherTariff tariffId={tariffId} otherId={other} onChoose={chooseOther} />
      </div>
      <div className="compare__choice">
        <SelectField
          label={heads.before ?? t('tariffVersions.compare.before')}
          value={String(a)}
          options={optionsOf(other === undefined ? versions : (others.data ?? []))}
          onChange={(value) => choose({ a: Number(value) })}
        />
        <SelectField
          label={heads.after ?? t('tariffVersions.compare.after')}
          value={String(b)}
          options={optionsOf(versions)}
          onChange={(value) => choose({ b: Number(value) })}
        />
        {mayReport && a !== b && other === undefined ? (
          <div className="compare__report">
            <Button onClick={() => void openTariffComparison(tariffId, b, a).catch(showApiError)}>
              {t('tariffVersions.compare.report')}
            </Button>
          </div>
        ) : null}
      </div>
      {failed !== null ? (
        <QueryError query={failed} />
      ) : !isReady && other === undefined ? (
        <EmptyState title={t('tariffVersions.compare.onlyOne')} />
      ) : comparison.data === undefined ? (
        <Skeleton height={280} />
      ) : comparison.data.differences.length + comparison.data.matrices.length === 0 ? (
        <Banner tone="ok">{t('tariffVersions.compare.same')}</Banner>
      ) : (
        <DifferenceCards comparison={comparison.data} {...heads} />
      )}
    </div>
  );
}

const optionsOf = (versions: readonly TariffVersion[]) =>
  versions.map((version) => ({ value: String(version.versionNumber), label: versionText(version) }));

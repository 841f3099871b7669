import type { TariffVersion } from '@depotwerk/api/tariffs';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { showApiError } from '../../../platform/error-texts.ts';
import { hasPermission, useSession } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Banner, EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { openTariffComparison } from '../tariff-report.ts';
import { versionText } from '../tariff-steps/version-words.ts';
import { DifferenceCards } from './difference-cards.tsx';
import { comparisonQuery } from './version-queries.ts';
import type { VersionsSearch } from './versions-search.ts';

interface CompareViewProps {
  tariffId: string;
  versions: readonly TariffVersion[];
  search: VersionsSearch;
}

/** Two versions of a tariff: differences in words, then the matrices with their changed cells. */
export function CompareView({ tariffId, versions, search }: CompareViewProps) {
  const mayReport = useSession((state) => hasPermission(state.user, 'tariffs.report'));
  const navigate = useNavigate({ from: '/admin/tariffs/$tariffId/versions' });
  const numbers = versions.map(({ versionNumber }) => versionNumber);
  // The newest against the one contracts follow, else against the one before it.
  const published = versions.find(({ state }) => state === 'published')?.versionNumber;
  const b = search.b ?? numbers[0] ?? 1;
  const a = search.a ?? (published !== undefined && published !== b ? published : (numbers[1] ?? b));
  const comparison = useQuery({ ...comparisonQuery(tariffId, a, b), enabled: versions.length > 1 });
  if (versions.length < 2) return <EmptyState title={t('tariffVersions.compare.onlyOne')} />;
  const options = versions.map((version) => ({
    value: String(version.versionNumber),
    label: versionText(version),
  }));
  const choose = (change: VersionsSearch) =>
    void navigate({ search: (previous) => ({ ...previous, ...change }), replace: true, resetScroll: false });
  return (
    <div className="stack">
      <div className="compare__choice">
        <SelectField
          label={t('tariffVersions.compare.before')}
          value={String(a)}
          options={options}
          onChange={(value) => choose({ a: Number(value) })}
        />
        <SelectField
          label={t('tariffVersions.compare.after')}
          value={String(b)}
          options={options}
          onChange={(value) => choose({ b: Number(value) })}
        />
        {mayReport && a !== b ? (
          <div className="compare__report">
            <Button onClick={() => void openTariffComparison(tariffId, b, a).catch(showApiError)}>
              {t('tariffVersions.compare.report')}
            </Button>
          </div>
        ) : null}
      </div>
      {comparison.isError ? (
        <QueryError query={comparison} />
      ) : comparison.data === undefined ? (
        <Skeleton height={280} />
      ) : comparison.data.differences.length + comparison.data.matrices.length === 0 ? (
        <Banner tone="ok">{t('tariffVersions.compare.same')}</Banner>
      ) : (
        <DifferenceCards comparison={comparison.data} />
      )}
    </div>
  );
}

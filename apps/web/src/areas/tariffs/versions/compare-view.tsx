import type { TariffComparison } from '@depotwerk/api/tariff-comparison';
import type { TariffVersion } from '@depotwerk/api/tariffs';
import { formatNumberDe } from '@depotwerk/domain/number-de';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { showApiError } from '../../../platform/error-texts.ts';
import { hasPermission, useSession } from '../../../platform/session.ts';
import { t, textOfFirst } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Banner, EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TableHead } from '../../../ui/table-head.tsx';
import { openTariffComparison } from '../tariff-report.ts';
import { versionText } from '../tariff-steps/version-words.ts';
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
      ) : (
        <Comparison comparison={comparison.data} />
      )}
    </div>
  );
}

function Comparison({ comparison }: { comparison: TariffComparison }) {
  const { differences, matrices } = comparison;
  if (differences.length === 0 && matrices.length === 0) {
    return <Banner tone="ok">{t('tariffVersions.compare.same')}</Banner>;
  }
  const sections = [...new Set(differences.map(({ section }) => section))];
  return (
    <>
      {sections.map((section) => (
        <Card key={section} title={sectionTitle(section)}>
          <div className="compare__scroll">
            <table className="compare__table">
              <TableHead
                columns={[
                  t('tariffVersions.compare.field'),
                  t('tariffVersions.compare.before'),
                  t('tariffVersions.compare.after'),
                ]}
              />
              <tbody>
                {differences
                  .filter((difference) => difference.section === section)
                  .map(({ label, before, after }) => (
                    <tr key={`${label} ${before ?? ''} ${after ?? ''}`}>
                      <th scope="row">{label}</th>
                      <td className="compare__before">{before ?? '–'}</td>
                      <td className="compare__after">{after ?? '–'}</td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </div>
        </Card>
      ))}
      {matrices.map((matrix) => (
        <MatrixChanges key={matrix.kind} matrix={matrix} />
      ))}
    </>
  );
}

const sectionTitle = (section: string): string =>
  textOfFirst([`tariffWizard.steps.${section}`, `tariffVersions.compare.sections.${section}`]) ?? section;

const cellText = (value: number | null | undefined) =>
  value === null || value === undefined ? '–' : formatNumberDe(value, 0, 1);

function MatrixChanges({ matrix }: { matrix: TariffComparison['matrices'][number] }) {
  const classCount = Math.max(
    ...matrix.rows.map(({ before, after }) => Math.max(before.length, after.length)),
  );
  const classes = Array.from({ length: classCount }, (_, index) => index);
  const title = t(`tariffVersions.compare.matrices.${matrix.kind}`);
  return (
    <Card title={title}>
      <p className="hint">{t('tariffVersions.compare.matrixHint')}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must scroll by keyboard too */}
      <div className="compare__scroll" role="region" aria-label={title} tabIndex={0}>
        <table className="compare__table compare__table--matrix">
          <thead>
            <tr>
              <th scope="col">{t('tariffVersions.compare.row')}</th>
              {classes.map((index) => (
                <th key={index} scope="col" className="num">
                  {t('tariffWizard.matrix.class', { riskClass: index + 1 })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.rows.map(({ label, before, after }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {classes.map((index) => {
                  const [old, now] = [before[index] ?? null, after[index] ?? null];
                  return (
                    <td key={index} className={old === now ? 'num' : 'num compare__changed'}>
                      {old === now ? (
                        cellText(now)
                      ) : (
                        <>
                          <del>{cellText(old)}</del> <ins>{cellText(now)}</ins>
                        </>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

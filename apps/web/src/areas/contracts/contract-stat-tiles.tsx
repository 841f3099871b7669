import type { ContractStats } from '@depotwerk/api/contracts/contracts';
import { formatCompact, formatNumber } from '@depotwerk/domain/number-text';
import { Link } from '@tanstack/react-router';
import { today } from '../../platform/today.ts';
import { t } from '../../texts/texts.ts';
import { LoadError } from '../../ui/feedback.tsx';
import { knownSumText, unvaluedText } from '../../ui/known-value.ts';
import { KeyFigures } from '../../ui/layout.tsx';
import { yearBefore } from './check-due.ts';
import type { ContractsSearch } from './public/contracts-search.ts';

export interface ContractStatTilesProps {
  /** Undefined while they load. */
  stats: ContractStats | undefined;
  error: unknown;
  onRetry: () => void;
}

/** Key figures of the contracts the filter leaves; three of them lead to the contracts they count. */
export function ContractStatTiles({ stats, error, onRetry }: ContractStatTilesProps) {
  if (error && !stats)
    return <LoadError title={t('contracts.stats.loadFailed')} error={error} onRetry={onRetry} />;
  const average = stats?.averageScore ?? null;
  const loading = <span className="ui-grid__bone contracts__tile-bone" />;
  const figures = [
    {
      key: 'value',
      label: t('contracts.stats.value'),
      value: stats
        ? knownSumText(stats.totalValue, stats.unvaluedCount, (value) => formatCompact(value, true))
        : loading,
      detail: stats
        ? [
            t('contracts.stats.customers', {
              count: stats.customerCount,
              number: formatNumber(stats.customerCount),
            }),
            unvaluedText(stats.unvaluedCount),
          ]
            .filter((text) => text !== null)
            .join(', ')
        : ' ',
    },
    {
      key: 'unchecked',
      label: t('contracts.stats.unchecked'),
      value: stats ? (
        <FilterLink count={stats.notCheckedCount} change={{ lastCheckBefore: yearBefore(today()) }} />
      ) : (
        loading
      ),
      detail: t('contracts.stats.uncheckedDetail'),
    },
    {
      key: 'outOfBand',
      label: t('contracts.stats.outOfBand'),
      value: stats ? (
        <FilterLink count={stats.riskOutOfBandCount} change={{ riskOutOfBand: true }} />
      ) : (
        loading
      ),
      detail: t('contracts.stats.outOfBandDetail'),
    },
    {
      key: 'hints',
      label: t('contracts.stats.withHints'),
      value:
        stats && stats.withHintsCount !== null ? (
          <FilterLink count={stats.withHintsCount} change={{ withHints: true }} />
        ) : (
          loading
        ),
      detail: t('contracts.stats.withHintsDetail'),
    },
    {
      key: 'score',
      label: t('contracts.stats.averageScore'),
      value: stats ? (average === null ? '–' : formatNumber(average, 0, 0)) : loading,
      unit: stats && average !== null ? t('contracts.ofHundred') : undefined,
      detail: scoredText(stats),
    },
  ];
  return (
    <div className="contracts__tiles">
      <KeyFigures figures={figures} />
    </div>
  );
}

/** An average of two contracts says nothing of the other two hundred. */
function scoredText(stats: ContractStats | undefined): string {
  if (stats?.scoredCount === undefined || stats.scoredCount === stats.contractCount)
    return t('contracts.stats.averageScoreDetail');
  return t('contracts.stats.scoredOf', {
    scored: formatNumber(stats.scoredCount),
    number: formatNumber(stats.contractCount),
  });
}

function FilterLink({ count, change }: { count: number; change: ContractsSearch }) {
  const text = formatNumber(count);
  if (count === 0) return text;
  return (
    <Link
      to="/contracts"
      search={(previous) => ({ ...previous, ...change })}
      resetScroll={false}
      className="contracts__tile-link"
      title={t('contracts.stats.showThese')}
    >
      {text}
    </Link>
  );
}

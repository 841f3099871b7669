import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { t } from '../../../texts/texts.ts';
import { Card } from '../../../ui/layout.tsx';
import type { MatrixRow } from '../../../ui/matrix/matrix-context.ts';
import type { MatrixStore } from '../../../ui/matrix/matrix-store.ts';
import { useThrottledStore } from '../../../ui/matrix/use-throttled-store.ts';
import { AllocationBars } from '../pictures/allocation-bars.tsx';
import { ContributionsPicture } from '../pictures/contributions-picture.tsx';
import { FrontierPicture } from '../pictures/frontier-picture.tsx';
import { RiskBandsPicture } from '../pictures/risk-bands-picture.tsx';
import { type AutomaticRequest, frontierQuery, type PeergroupFigures } from './allocation-queries.ts';
import { type RatingBasis, rateColumn, riskContributions } from './rate-column.ts';

/** Minimum variance: a type that needs nothing but risk data, since only the frontier is wanted. */
const frontierType = 2;
/** Colour of what has none. */
const plainColour = 'var(--line-strong)';

/** Four pictures of the matrix. They follow the numbers a moment later, so that no key waits for them. */
export function AllocationPictures({
  store,
  basis,
  rows,
  figures,
  frontierRequest,
}: {
  store: MatrixStore;
  basis: RatingBasis;
  rows: readonly MatrixRow[];
  figures: PeergroupFigures | undefined;
  frontierRequest: AutomaticRequest | null;
}) {
  const count = useThrottledStore(store);
  const { classes, measure } = basis;
  const known = figures?.covarianceIds ?? [];
  const frontier = useQuery({
    ...frontierQuery({
      peergroupIds: [...known],
      allocationTypeId: frontierType,
      riskTypeId: frontierRequest?.riskTypeId ?? 1,
      useQuota: false,
      riskItems: wholeRange,
    }),
    enabled: known.length > 0,
  }).data;
  const { rowIds } = store.content;
  const shares = useMemo(
    () => classes.map((_, column) => store.column(column)),
    // The count rises when the store changed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
    [store, classes, count],
  );
  const ratings = useMemo(
    () => classes.map((riskClass, column) => rateColumn(basis, riskClass, rowIds, shares[column] ?? [])),
    [classes, basis, rowIds, shares],
  );
  const active = Math.min(store.focus.column, Math.max(0, classes.length - 1));
  const activeClassId = classes[active]?.riskClassId ?? null;
  const rowOf = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  const contributions = useMemo(
    () =>
      riskContributions(basis, rowIds, shares[active] ?? [])?.map(({ id, weight, share }) => ({
        name: rowOf.get(id)?.name ?? String(id),
        colour: rowOf.get(id)?.colour ?? plainColour,
        weight,
        share,
      })) ?? null,
    [basis, rowIds, shares, active, rowOf],
  );
  const parts = useMemo(() => {
    const places = Map.groupBy(rowIds.keys(), (row) => rowOf.get(rowIds[row] ?? 0)?.group ?? '');
    return [...places].map(([name, members]) => ({
      name,
      colour: rowOf.get(rowIds[members[0] ?? 0] ?? 0)?.colour ?? plainColour,
      tenths: shares.map((column) => members.reduce((sum, row) => sum + (column[row] ?? 0), 0)),
    }));
  }, [rowIds, rowOf, shares]);
  const groups = useMemo(
    () =>
      figures?.peergroups.flatMap(({ name, volatility, expectedReturn }) =>
        volatility === null || expectedReturn === null ? [] : [{ name, volatility, expectedReturn }],
      ),
    [figures],
  );
  if (classes.length === 0) return null;
  return (
    <div className="allocation__pictures">
      <Card title={t('tariffPictures.titles.bands')}>
        <RiskBandsPicture
          classes={classes}
          measured={ratings.map(({ riskRating }) => riskRating)}
          measure={measure}
          activeClassId={activeClassId}
        />
      </Card>
      <Card title={t('tariffPictures.titles.bars')}>
        <AllocationBars
          classIds={classes.map(({ riskClassId }) => riskClassId)}
          parts={parts}
          activeClassId={activeClassId}
          partHeading={t('allocation.category')}
        />
      </Card>
      <Card title={t('tariffPictures.titles.frontier')}>
        <FrontierPicture
          frontier={frontier ?? []}
          classes={ratings.map(({ volatility, expectedReturn, status }, index) => ({
            riskClassId: classes[index]?.riskClassId ?? index + 1,
            // An empty column is no portfolio.
            volatility: shares[index]?.some((share) => share > 0) ? volatility : null,
            expectedReturn,
            status,
          }))}
          groups={groups}
          activeClassId={activeClassId}
        />
      </Card>
      <Card
        title={t('tariffPictures.titles.contributions', {
          column: t('allocation.classLongName', { riskClass: activeClassId ?? 1 }),
        })}
      >
        <ContributionsPicture parts={contributions} />
      </Card>
    </div>
  );
}

/** One class that everything is in: the frontier does not depend on classes. */
const wholeRange = [{ riskClassId: 1, target: 50, range: 50 }];

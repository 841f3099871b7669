import type { ListedFund } from '@depotwerk/api/components/tariff-components';
import { type RiskMeasure } from '@depotwerk/domain/tariff/risk-measure';
import type { FundMatrixClassDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { t } from '../../../texts/texts.ts';
import { Card } from '../../../ui/layout.tsx';
import type { MatrixStore } from '../../../ui/matrix/matrix-store.ts';
import { useThrottledStore } from '../../../ui/matrix/use-throttled-store.ts';
import { AllocationBars } from '../pictures/allocation-bars.tsx';
import { RiskBandsPicture } from '../pictures/risk-bands-picture.tsx';
import type { FundRating } from './use-fund-rating.ts';

/** Bands with what the funds measure, and the make-up of the classes by peer group. */
export function FundMatrixPictures({
  store,
  classes,
  measure,
  ratings,
  fundOf,
}: {
  store: MatrixStore;
  classes: readonly FundMatrixClassDraft[];
  measure: RiskMeasure;
  ratings: readonly FundRating[];
  fundOf: (id: number) => ListedFund | null | undefined;
}) {
  useThrottledStore(store);
  const { rowIds } = store.content;
  const columns = classes.map((_, column) => store.column(column));
  const isFilled = (column: number) => columns[column]?.some((share) => share > 0) ?? false;
  const groups = Map.groupBy(rowIds.keys(), (row) => groupName(fundOf(rowIds[row] ?? 0)));
  const activeClassId = classes[store.focus.column]?.riskClassId ?? null;
  return (
    <div className="allocation__pictures">
      <Card title={t('tariffPictures.titles.bands')}>
        <RiskBandsPicture
          classes={classes}
          measured={classes.map(({ riskClassId }, column) =>
            isFilled(column)
              ? (ratings.find((rating) => rating.riskClassId === riskClassId)?.riskRating ?? null)
              : null,
          )}
          measure={measure}
          activeClassId={activeClassId}
        />
      </Card>
      <Card title={t('tariffPictures.titles.bars')}>
        <AllocationBars
          classIds={classes.map(({ riskClassId }) => riskClassId)}
          parts={[...groups].map(([name, members]) => ({
            name,
            colour: fundOf(rowIds[members[0] ?? 0] ?? 0)?.categoryColor ?? 'var(--line-strong)',
            tenths: columns.map((column) => members.reduce((sum, row) => sum + (column[row] ?? 0), 0)),
          }))}
          activeClassId={activeClassId}
          partHeading={t('allocation.peergroup')}
        />
      </Card>
    </div>
  );
}

const groupName = (fund: ListedFund | null | undefined) => fund?.peergroupName ?? t('allocation.noCategory');

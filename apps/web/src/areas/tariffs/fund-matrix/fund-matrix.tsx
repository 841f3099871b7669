import type { ListedFund } from '@depotwerk/api/components/tariff-components';
import { formatNumber } from '@depotwerk/domain/number-text';
import { riskMeasureNames, riskMeasureOf } from '@depotwerk/domain/tariff/risk-measure';
import type { FundMatrixDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { useEffect, useMemo } from 'react';
import { said, t } from '../../../texts/texts.ts';
import type { MatrixRow } from '../../../ui/matrix/matrix-context.ts';
import type { MatrixFootRow } from '../../../ui/matrix/matrix-foot.tsx';
import { MatrixGrid } from '../../../ui/matrix/matrix-grid.tsx';
import { useMatrixSync } from '../../../ui/matrix/use-matrix-sync.ts';
import { classColumns } from '../allocation/allocation-rows.ts';
import { useMatrixFaults } from '../allocation/use-matrix-faults.ts';
import { fundMarks } from '../component-steps/fund-marks.ts';
import { FundSearch, type FundSearchScope } from '../component-steps/fund-search.tsx';
import { useListedFunds } from '../component-steps/use-listed-funds.ts';
import { FieldSlot } from '../wizard/field-errors.tsx';
import { contentOfShares, type FundShares, sharesOfContent } from './fund-matrix-content.ts';
import { FundMatrixPictures } from './fund-matrix-pictures.tsx';
import { FundRatingContext, QuotaCell, RatingCell, TargetCell } from './fund-rating.tsx';
import { useFundRating } from './use-fund-rating.ts';

const emptyCell = () => ({ tenths: 0, isUsed: true });

/** The grid of a fund risk matrix: search, rows, shares, rating. */
export function FundMatrix({
  matrix,
  change,
  errorAt,
  isReadOnly,
  tariffTypeId,
  issuerId,
}: {
  matrix: FundMatrixDraft;
  change: (change: (matrix: FundMatrixDraft) => FundMatrixDraft) => void;
  errorAt: (path: string) => string | undefined;
  isReadOnly: boolean;
  tariffTypeId: number | null;
  issuerId: number | null;
}) {
  const { riskItems, securityIds, allocationItems, useQuota, riskTypeId } = matrix;
  const count = riskItems.length;
  const funds = useListedFunds(securityIds);
  const { store, sync } = useMatrixSync<FundShares>({ securityIds, allocationItems }, String(count), {
    contentOf: (shares) => contentOfShares(shares, count),
    itemsOf: sharesOfContent,
    push: (shares) => change((current) => ({ ...current, ...shares })),
    isSame: (one, other) =>
      one.securityIds === other.securityIds && one.allocationItems === other.allocationItems,
  });
  useEffect(() => store.setReadOnly(isReadOnly), [store, isReadOnly]);
  useMatrixFaults(store, 'fundMatrix.allocationItems', t('allocation.faults'));

  const { fundOf } = funds;
  // Rows stay the same objects while nothing about them changes: then no row draws again.
  const names = securityIds.map((id) => fundOf(id)?.name ?? '').join('\n');
  const rows = useMemo(
    () => securityIds.map((id) => fundRow(id, fundOf(id))),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is found is what `names` holds
    [securityIds, names, funds.isLoading],
  );
  const columns = useMemo(
    () =>
      classColumns(
        riskItems.map(({ riskClassId, upperBorder }) => ({ riskClassId, detail: borderText(upperBorder) })),
      ),
    [riskItems],
  );
  const ratings = useFundRating(matrix);
  const measure = riskMeasureOf(riskTypeId, useQuota);
  const footRows = useMemo<MatrixFootRow[]>(
    () => [
      { key: 'target', label: t('allocation.target'), Cell: TargetCell },
      useQuota
        ? { key: 'quota', label: t('allocation.quota'), Cell: QuotaCell }
        : {
            key: 'rating',
            label: `${t('allocation.rating')} (${said(riskMeasureNames[measure])})`,
            Cell: RatingCell,
          },
    ],
    [useQuota, measure],
  );
  const basis = useMemo(() => ({ classes: riskItems, ratings }), [riskItems, ratings]);
  const scope = useMemo<FundSearchScope>(
    () => ({
      ...(issuerId === null ? {} : { issuerId }),
      ...(tariffTypeId === null ? {} : { tariffTypeId }),
    }),
    [issuerId, tariffTypeId],
  );
  const setRows = (ids: readonly number[], kind: 'addRow' | 'removeRow', rowId: number) => {
    store.setRows(ids, emptyCell, { kind, rowId });
    sync.flush();
  };
  const fundError = errorAt('fundMatrix.securityIds');
  return (
    <FundRatingContext value={basis}>
      <div className="allocation" onBlur={() => sync.flush()}>
        {isReadOnly ? null : (
          <FieldSlot path="fundMatrix.securityIds">
            <FundSearch
              label={t('fundMatrix.addFund')}
              scope={scope}
              isListed={(id) => store.content.rowIds.includes(id)}
              onPick={(fund) => {
                if (store.content.rowIds.includes(fund.id)) return;
                setRows([...store.content.rowIds, fund.id], 'addRow', fund.id);
              }}
            />
          </FieldSlot>
        )}
        {fundError === undefined ? null : (
          <p className="ui-field__error" role="alert">
            {fundError}
          </p>
        )}
        {securityIds.length === 0 ? (
          <p className="allocation__empty">{t('fundMatrix.noFunds')}</p>
        ) : (
          <FieldSlot path="fundMatrix.allocationItems">
            <MatrixGrid
              store={store}
              label={t('fundMatrix.label')}
              rows={rows}
              columns={columns}
              rowHeading={t('tariffWizard.matrix.fund')}
              hasUsedBoxes={false}
              footRows={footRows}
              fieldPath="fundMatrix.allocationItems"
              onRemoveRow={(id) =>
                setRows(
                  store.content.rowIds.filter((rowId) => rowId !== id),
                  'removeRow',
                  id,
                )
              }
            />
          </FieldSlot>
        )}
      </div>
      {securityIds.length === 0 ? null : (
        <FundMatrixPictures
          store={store}
          classes={riskItems}
          measure={measure}
          ratings={ratings}
          fundOf={funds.fundOf}
        />
      )}
    </FundRatingContext>
  );
}

const borderText = (border: number | null) =>
  border === null ? undefined : t('fundMatrix.upTo', { border: formatNumber(border, 0, 1) });

function fundRow(id: number, fund: ListedFund | null | undefined): MatrixRow {
  if (fund === undefined) return { id, name: '…' };
  if (fund === null) return { id, name: t('fundMatrix.unknownFund', { id }) };
  return { id, name: fund.name, detail: [fund.isin, ...fundMarks(fund)].join(' · ') };
}

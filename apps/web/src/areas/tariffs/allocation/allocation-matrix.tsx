import { checkViews, viewsAllocationType, viewsOf } from '@depotwerk/domain/tariff/allocation-views';
import { riskMeasureNames, riskMeasureOf } from '@depotwerk/domain/tariff/risk-measure';
import type { AllocationComponentDraft, RiskComponentDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { said, t } from '../../../texts/texts.ts';
import type { MatrixFootRow } from '../../../ui/matrix/matrix-foot.tsx';
import { MatrixGrid } from '../../../ui/matrix/matrix-grid.tsx';
import { useMatrixSync } from '../../../ui/matrix/use-matrix-sync.ts';
import { FieldSlot } from '../wizard/field-errors.tsx';
import type { WizardStepProps } from '../wizard/wizard-step-props.ts';
import { contentOfItems, itemsOfContent, needsComputation } from './allocation-content.ts';
import { AllocationPictures } from './allocation-pictures.tsx';
import { type AutomaticRequest, type PeergroupCategory, peergroupRisksQuery } from './allocation-queries.ts';
import { allocationRows, classColumns } from './allocation-rows.ts';
import { AutomaticStatus } from './automatic-status.tsx';
import { type RatingBasis, ratedRows } from './rate-column.ts';
import { QuotaCell, RatingCell, RatingContext, TargetCell } from './rating-context.tsx';
import { useAutomaticRun } from './use-automatic-run.ts';
import { useMatrixFaults } from './use-matrix-faults.ts';
import { ViewsCard } from './views-card.tsx';

const noRisks = { rows: new Map(), covariance: null } as const;

/** Grid, rating and pictures of an allocation with its risk component and peer groups at hand. */
export function AllocationMatrix(
  props: WizardStepProps<AllocationComponentDraft> & {
    categories: readonly PeergroupCategory[];
    risk: RiskComponentDraft;
  },
) {
  const { draft, onChange, isReadOnly, setBlocked, categories, risk } = props;
  const riskTypeId = risk.tariffRiskType ?? 1;
  const figures = useQuery(peergroupRisksQuery(draft.peergroupIds, riskTypeId)).data;
  const measure = riskMeasureOf(risk.tariffRiskType, risk.useQuota);
  const classes = useMemo(
    () =>
      risk.tariffRiskItemsTargets.map((target, index) => ({
        riskClassId: index + 1,
        target,
        range: risk.tariffRiskItemsRanges[index] ?? null,
      })),
    [risk],
  );
  const rows = useMemo(
    () => allocationRows(draft.peergroupIds, categories),
    [draft.peergroupIds, categories],
  );
  const columns = useMemo(() => classColumns(classes), [classes]);
  const rowIds = useMemo(() => rows.map(({ id }) => id), [rows]);
  const basis = useMemo<RatingBasis>(
    () => ({
      measure,
      classes,
      ...(figures ? { rows: ratedRows(figures), covariance: figures.covariance } : noRisks),
    }),
    [measure, classes, figures],
  );

  const { store, sync } = useMatrixSync(draft.allocationItems, `${rowIds.join()} ${classes.length}`, {
    contentOf: (items) => contentOfItems(items, rowIds, classes.length),
    itemsOf: itemsOfContent,
    push: (allocationItems) => onChange((current) => ({ ...current, allocationItems })),
    // While an automatic matrix waits for its numbers, the ones before stay in sight.
    isHeld: (items) => !draft.isManual && items.length === 0,
  });
  const isLocked = isReadOnly || !draft.isManual;
  useEffect(() => store.setReadOnly(isLocked), [store, isLocked]);
  useMatrixFaults(store, 'allocationItems', t('allocation.faults'));

  const request = useMemo(
    () => automaticRequest(draft, classes, riskTypeId, risk.useQuota),
    // Items play no part in it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- named one by one
    [
      draft.peergroupIds,
      draft.relationships,
      draft.allocationType,
      draft.isManual,
      draft.views,
      classes,
      riskTypeId,
      risk.useQuota,
    ],
  );
  const run = useAutomaticRun(
    request,
    !draft.isManual && !isReadOnly && needsComputation(draft, classes.length),
    (answer) => {
      store.replace(contentOfItems(answer.allocationItems, rowIds, classes.length));
      sync.flush();
    },
  );
  const { state } = run;
  const reason =
    draft.isManual || state.kind === 'settled'
      ? null
      : t(state.kind === 'failed' ? 'allocation.automaticFailedBlocked' : 'allocation.automaticBlocked');
  useEffect(() => setBlocked(reason), [reason, setBlocked]);
  useEffect(() => () => setBlocked(null), [setBlocked]);

  const footRows = useMemo<MatrixFootRow[]>(
    () => [
      { key: 'target', label: t('allocation.target'), Cell: TargetCell },
      {
        key: 'rating',
        label: `${t('allocation.rating')} (${said(riskMeasureNames[measure])})`,
        Cell: RatingCell,
      },
      ...(measure === 'EQUITY_QUOTA'
        ? []
        : [{ key: 'quota', label: t('allocation.quota'), Cell: QuotaCell }]),
    ],
    [measure],
  );
  return (
    <RatingContext value={basis}>
      {draft.isManual ? null : (
        <AutomaticStatus
          run={run}
          isReadOnly={isReadOnly}
          isComplete={request !== null}
          hasViews={draft.allocationType === viewsAllocationType}
        />
      )}
      {draft.isManual || draft.allocationType !== viewsAllocationType ? null : (
        <ViewsCard {...props} groups={rows} effects={run.answer?.viewEffects ?? null} />
      )}
      <div onBlur={() => sync.flush()} aria-busy={state.kind === 'loading' || undefined}>
        <FieldSlot path="allocationItems">
          <MatrixGrid
            store={store}
            label={t('allocation.matrixLabel')}
            rows={rows}
            columns={columns}
            rowHeading={t('allocation.peergroup')}
            hasUsedBoxes
            footRows={footRows}
            fieldPath="allocationItems"
          />
        </FieldSlot>
      </div>
      <AllocationPictures
        store={store}
        basis={basis}
        rows={rows}
        figures={figures}
        frontierRequest={request}
      />
    </RatingContext>
  );
}

/** What the automatic matrix depends on; null while something is missing. */
function automaticRequest(
  draft: AllocationComponentDraft,
  classes: readonly { riskClassId: number; target: number | null; range: number | null }[],
  riskTypeId: number,
  useQuota: boolean,
): AutomaticRequest | null {
  const { peergroupIds, relationships, allocationType } = draft;
  const views = viewsOf(draft);
  const riskItems = classes.flatMap(({ riskClassId, target, range }) =>
    target === null || range === null ? [] : [{ riskClassId, target, range }],
  );
  if (allocationType === null || peergroupIds.length === 0 || riskItems.length !== classes.length)
    return null;
  if (checkViews(draft).length > 0) return null;
  return {
    peergroupIds: [...peergroupIds],
    allocationTypeId: allocationType,
    riskTypeId,
    useQuota,
    riskItems,
    ...(views.length > 0 && { views }),
    relationships: relationships.map(({ peergroupId, relatedPeergroupIds }) => ({
      peergroupId,
      relatedPeergroupIds: [...relatedPeergroupIds],
    })),
  };
}

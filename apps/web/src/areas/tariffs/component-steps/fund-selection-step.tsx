import { getUniverseComponent } from '@depotwerk/api/components/tariff-components';
import { largestShortlist, minimumRanks } from '@depotwerk/domain/tariff/check-selection-component';
import type { SelectionComponentDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { t } from '../../../texts/texts.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { NumberField } from '../../../ui/number-fields.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { choicesOf, componentChoicesQuery, rankingTypesQuery } from '../lookup-queries.ts';
import { FieldSlot, useFieldErrors } from '../wizard/field-errors.tsx';
import { useWizard } from '../wizard/wizard-context.ts';
import type { WizardStepProps } from '../wizard/wizard-step-props.ts';
import { AutomaticFunds } from './automatic-funds.tsx';
import { FundListEditor } from './fund-list-editor.tsx';
import { ModeField } from './mode-field.tsx';
import './component-steps.css';

/** The funds a tariff recommends: named in their order, or the best of a universe by a ranking. */
export function FundSelectionStep(props: WizardStepProps<SelectionComponentDraft>) {
  const { draft, onChange, isReadOnly } = props;
  const errorAt = useFieldErrors(props);
  const { setFault } = useWizard();
  const universes = useQuery(componentChoicesQuery('universe'));
  const rankingTypes = useQuery(rankingTypesQuery());
  const outside = useOutsideUniverse(draft.tariffUniverseComponent);
  const isManual = draft.tariffFundSelectionManualMode;
  const chosen = draft.tariffUniverseComponent;
  // Fixed is only what was chosen: whoever turns to automatic first still has to choose it.
  const isUniverseFixed = !isManual && chosen !== null;
  return (
    <div className="component-step component-step--wide">
      <div className="component-step__controls">
        <ModeField
          path="tariffFundSelectionManualMode"
          hint={t(
            isManual ? 'componentSteps.selection.manualHint' : 'componentSteps.selection.automaticHint',
          )}
          isManual={isManual}
          isDisabled={isReadOnly}
          onChange={(isNowManual) =>
            onChange((current) => ({ ...current, tariffFundSelectionManualMode: isNowManual }))
          }
        />
        <FieldSlot path="tariffUniverseComponent">
          <SelectField
            label={t('tariffComponents.kind.universe')}
            hint={isUniverseFixed ? t('componentSteps.selection.universeFixed') : undefined}
            isRequired
            error={errorAt('tariffUniverseComponent')}
            value={chosen ?? ''}
            emptyLabel={t('componentSteps.choose')}
            lookup={universes}
            options={choicesOf(universes.data ?? [], chosen).map(({ id, name, isInactive }) => ({
              value: id,
              label: isInactive ? t('componentSteps.inactiveChoice', { name }) : name,
            }))}
            isDisabled={isReadOnly || isUniverseFixed}
            onChange={(id) =>
              onChange((current) => ({ ...current, tariffUniverseComponent: id === '' ? null : id }))
            }
          />
        </FieldSlot>
        <FieldSlot path="tariffRankingType">
          <SelectField
            label={t('componentSteps.selection.rankingType')}
            isRequired
            error={errorAt('tariffRankingType')}
            value={draft.tariffRankingType === null ? '' : String(draft.tariffRankingType)}
            emptyLabel={t('componentSteps.choose')}
            lookup={rankingTypes}
            options={(rankingTypes.data ?? []).map(({ id, rankingTypeName }) => ({
              value: String(id),
              label: rankingTypeName,
            }))}
            isDisabled={isReadOnly}
            onChange={(id) =>
              onChange((current) => ({ ...current, tariffRankingType: id === '' ? null : Number(id) }))
            }
          />
        </FieldSlot>
        <FieldSlot path="tariffFundShortlistSize">
          <NumberField
            label={t('componentSteps.selection.shortlistSize')}
            hint={t('componentSteps.selection.shortlistHint', { most: largestShortlist })}
            isRequired
            precision={0}
            value={draft.tariffFundShortlistSize}
            error={errorAt('tariffFundShortlistSize')}
            isDisabled={isReadOnly}
            onFault={(message) => setFault('tariffFundShortlistSize', message)}
            onChange={(size) => onChange((current) => ({ ...current, tariffFundShortlistSize: size }))}
          />
        </FieldSlot>
        <FieldSlot path="minimumRank">
          <SelectField
            label={t('componentSteps.selection.minimumRank')}
            hint={t('componentSteps.selection.minimumRankHint')}
            error={errorAt('minimumRank')}
            value={draft.minimumRank === null ? '' : String(draft.minimumRank)}
            emptyLabel={t('componentSteps.selection.noMinimumRank')}
            options={minimumRanks.map((rank) => ({ value: String(rank), label: String(rank) }))}
            isDisabled={isReadOnly}
            onChange={(rank) =>
              onChange((current) => ({ ...current, minimumRank: rank === '' ? null : Number(rank) }))
            }
          />
        </FieldSlot>
        <FieldSlot path="allowsUnrated">
          <div className="component-step__check">
            <Checkbox
              label={t('componentSteps.selection.allowsUnrated')}
              isChecked={draft.allowsUnrated}
              isDisabled={isReadOnly}
              onChange={(allowsUnrated) => onChange((current) => ({ ...current, allowsUnrated }))}
            />
          </div>
        </FieldSlot>
      </div>
      <FieldSlot path="tariffSelectedFunds">
        {isManual ? (
          <FundListEditor
            kind="selection"
            title={t('componentSteps.selection.funds')}
            hint={t('componentSteps.selection.fundsHint')}
            componentKey={draft.key}
            ids={draft.tariffSelectedFunds}
            rankingTypeId={draft.tariffRankingType ?? undefined}
            error={errorAt('tariffSelectedFunds')}
            isDisabled={isReadOnly}
            warningOf={outside}
            onChange={(ids) => onChange((current) => ({ ...current, tariffSelectedFunds: ids }))}
          />
        ) : (
          <AutomaticFunds draft={draft} />
        )}
      </FieldSlot>
    </div>
  );
}

/** Says of a fund that a universe of named funds does not hold it; what an automatic one holds changes by itself. */
function useOutsideUniverse(universeId: string | null): (id: number) => string | null {
  const universe = useQuery({
    queryKey: ['tariff-lookups', 'components', 'universe', 'items', universeId],
    queryFn: ({ signal }) => callApi(getUniverseComponent, { params: { id: universeId ?? '' } }, { signal }),
    enabled: universeId !== null,
    staleTime: 60_000,
  });
  const component = universe.data?.component;
  const items = useMemo(
    () =>
      component !== undefined && component.tariffUniverseSelectionManualMode
        ? new Set(component.tariffUniverseItems)
        : null,
    [component],
  );
  return (id) => (items === null || items.has(id) ? null : t('componentSteps.selection.outsideUniverse'));
}

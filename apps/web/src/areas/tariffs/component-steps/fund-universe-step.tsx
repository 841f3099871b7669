import { riskIndicatorUniverseTypeId } from '@depotwerk/domain/tariff/check-universe-component';
import type { UniverseComponentDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../texts/texts.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { universeTypesQuery } from '../lookup-queries.ts';
import { FieldSlot, useFieldErrors } from '../wizard/field-errors.tsx';
import type { WizardStepProps } from '../wizard/wizard-step-props.ts';
import { FundListEditor } from './fund-list-editor.tsx';
import { ModeField } from './mode-field.tsx';
import { UniverseTypeFunds } from './universe-type-funds.tsx';
import './component-steps.css';

/** Highest risk indicators to choose from. */
const riskIndicators = [1, 2, 3, 4, 5, 6, 7] as const;

/** Which funds a tariff may hold: named one by one, or all of a type. What the other mode holds is kept aside. */
export function FundUniverseStep(props: WizardStepProps<UniverseComponentDraft>) {
  const { draft, onChange, isReadOnly } = props;
  const errorAt = useFieldErrors(props);
  const universeTypes = useQuery(universeTypesQuery());
  const isManual = draft.tariffUniverseSelectionManualMode;
  const isBounded = !isManual && draft.tariffUniverseType === riskIndicatorUniverseTypeId;
  return (
    <div className="component-step component-step--wide">
      <div className="component-step__controls">
        <ModeField
          path="tariffUniverseSelectionManualMode"
          hint={t(isManual ? 'componentSteps.universe.manualHint' : 'componentSteps.universe.automaticHint')}
          isManual={isManual}
          isDisabled={isReadOnly}
          onChange={(isNowManual) =>
            onChange((current) => ({ ...current, tariffUniverseSelectionManualMode: isNowManual }))
          }
        />
        <FieldSlot path="tariffUniverseType">
          <SelectField
            label={t('componentSteps.universe.type')}
            isRequired={!isManual}
            error={errorAt('tariffUniverseType')}
            value={draft.tariffUniverseType === null ? '' : String(draft.tariffUniverseType)}
            emptyLabel={t('componentSteps.choose')}
            lookup={universeTypes}
            options={(universeTypes.data ?? []).map(({ id, universeTypeName }) => ({
              value: String(id),
              label: universeTypeName,
            }))}
            isDisabled={isReadOnly || isManual}
            onChange={(id) =>
              onChange((current) => ({ ...current, tariffUniverseType: id === '' ? null : Number(id) }))
            }
          />
        </FieldSlot>
        {isBounded ? (
          <FieldSlot path="maximumRiskIndicator">
            <SelectField
              label={t('componentSteps.universe.maximumRiskIndicator')}
              isRequired
              error={errorAt('maximumRiskIndicator')}
              value={draft.maximumRiskIndicator === null ? '' : String(draft.maximumRiskIndicator)}
              emptyLabel={t('componentSteps.choose')}
              options={riskIndicators.map((indicator) => ({
                value: String(indicator),
                label: String(indicator),
              }))}
              isDisabled={isReadOnly}
              onChange={(indicator) =>
                onChange((current) => ({
                  ...current,
                  maximumRiskIndicator: indicator === '' ? null : Number(indicator),
                }))
              }
            />
          </FieldSlot>
        ) : null}
      </div>
      {isManual ? (
        <FieldSlot path="tariffUniverseItems">
          <FundListEditor
            kind="universe"
            title={t('componentSteps.universe.items')}
            componentKey={draft.key}
            ids={draft.tariffUniverseItems}
            scope={{ forUniverse: true }}
            error={errorAt('tariffUniverseItems')}
            isDisabled={isReadOnly}
            onChange={(ids) => onChange((current) => ({ ...current, tariffUniverseItems: ids }))}
          />
        </FieldSlot>
      ) : (
        <UniverseTypeFunds
          componentKey={draft.key}
          universeTypeId={draft.tariffUniverseType}
          maximumRiskIndicator={isBounded ? draft.maximumRiskIndicator : null}
          needsRiskIndicator={isBounded}
          keptItems={draft.tariffUniverseItems.length}
        />
      )}
    </div>
  );
}

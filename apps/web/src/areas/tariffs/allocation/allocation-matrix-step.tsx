import { withManualAllocation, withRiskComponent } from '@depotwerk/domain/tariff/check-allocation-component';
import type { AllocationComponentDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { ChoiceField } from '../component-steps/choice-field.tsx';
import { allocationTypesQuery, choicesOf, componentChoicesQuery } from '../lookup-queries.ts';
import { FieldSlot, useFieldErrors } from '../wizard/field-errors.tsx';
import { useWizard } from '../wizard/wizard-context.ts';
import type { WizardStepProps } from '../wizard/wizard-step-props.ts';
import { marked } from './allocation-content.ts';
import { AllocationMatrix } from './allocation-matrix.tsx';
import { peergroupsQuery, riskComponentQuery } from './allocation-queries.ts';
import './allocation.css';

/** Peer groups by risk class: by hand, or computed by the chosen allocation type. */
export function AllocationMatrixStep(props: WizardStepProps<AllocationComponentDraft>) {
  const { draft, onChange, isReadOnly } = props;
  const errorAt = useFieldErrors(props);
  const risks = useQuery(componentChoicesQuery('risk'));
  const types = useQuery(allocationTypesQuery());
  const setRiskComponent = (id: string) =>
    onChange((current) => {
      const count = risks.data?.find((choice) => choice.id === id)?.riskItemsNumber ?? null;
      return marked(withRiskComponent(current, id === '' ? null : id, count));
    });
  return (
    <div className="allocation">
      <div className="allocation__controls">
        <FieldSlot path="riskComponent">
          <SelectField
            label={t('allocation.riskComponent')}
            isRequired
            error={errorAt('riskComponent')}
            value={draft.riskComponent ?? ''}
            emptyLabel={t('allocation.choose')}
            lookup={risks}
            options={choicesOf(risks.data ?? [], draft.riskComponent).map(({ id, name }) => ({
              value: id,
              label: name,
            }))}
            isDisabled={isReadOnly}
            onChange={setRiskComponent}
          />
        </FieldSlot>
        <FieldSlot path="allocationType">
          <SelectField
            label={t('allocation.allocationType')}
            isRequired
            error={errorAt('allocationType')}
            value={draft.allocationType === null ? '' : String(draft.allocationType)}
            emptyLabel={t('allocation.choose')}
            lookup={types}
            options={(types.data ?? []).map(({ id, allocationTypeName }) => ({
              value: String(id),
              label: allocationTypeName,
            }))}
            isDisabled={isReadOnly}
            onChange={(id) =>
              onChange((current) => marked({ ...current, allocationType: id === '' ? null : Number(id) }))
            }
          />
        </FieldSlot>
        <FieldSlot path="isManual">
          <ChoiceField
            label={t('allocation.mode')}
            error={errorAt('isManual')}
            value={draft.isManual ? 'manual' : 'automatic'}
            options={[
              { value: 'manual', label: t('allocation.manual') },
              { value: 'automatic', label: t('allocation.automatic') },
            ]}
            isDisabled={isReadOnly}
            onChange={(mode) =>
              onChange((current) => marked(withManualAllocation(current, mode === 'manual')))
            }
          />
        </FieldSlot>
      </div>
      <MatrixPart {...props} />
    </div>
  );
}

/** The matrix, once everything is chosen and loaded that makes its rows and columns. */
function MatrixPart(props: WizardStepProps<AllocationComponentDraft>) {
  const { draft } = props;
  const { openStep } = useWizard();
  const categories = useQuery(peergroupsQuery());
  const risk = useQuery({
    ...riskComponentQuery(draft.riskComponent ?? ''),
    enabled: draft.riskComponent !== null,
  });
  if (draft.peergroupIds.length === 0) {
    return (
      <FieldSlot path="allocationItems">
        <div className="allocation__empty">
          <p>{t('allocation.noPeergroups')}</p>
          <Button onClick={() => openStep('allocation-peergroups')}>{t('allocation.toPeergroups')}</Button>
        </div>
      </FieldSlot>
    );
  }
  if (draft.riskComponent === null) return <p className="allocation__empty">{t('allocation.noRisk')}</p>;
  const failed = categories.isError ? categories : risk.isError ? risk : null;
  if (failed) {
    return <QueryError query={failed} />;
  }
  if (!categories.data || !risk.data) return <Skeleton height={420} />;
  return <AllocationMatrix {...props} categories={categories.data} risk={risk.data} />;
}

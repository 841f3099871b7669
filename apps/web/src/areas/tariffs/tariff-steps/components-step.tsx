import {
  withTariffRiskComponent,
  withTariffUniverseComponent,
} from '@depotwerk/domain/tariff/check-tariff-components';
import {
  type ComponentKind,
  chosenComponentKinds,
  type TariffDraft,
} from '@depotwerk/domain/tariff/tariff-drafts';
import { isHybridTariffType } from '@depotwerk/domain/tariff/tariff-steps';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { mayChange, useSession } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { Banner } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { type GlossaryWord, TermMark } from '../../help/public/term-mark.tsx';
import { choicesOf, componentChoicesQuery } from '../lookup-queries.ts';
import { FieldSlot, useFieldErrors } from '../wizard/field-errors.tsx';
import { LeaveLink } from '../wizard/leave-link.tsx';
import { useWizard } from '../wizard/wizard-context.ts';
import type { WizardStepProps } from '../wizard/wizard-step-props.ts';
import { AllocationMessages, CombinationMessages } from './combination-messages.tsx';
import { componentFields, componentHref } from './component-links.ts';
import { useCombination } from './use-combination.ts';
import './tariff-step.css';

/** Their words in the glossary. */
const componentWords = {
  risk: 'Risikobaustein',
  allocation: 'Allokationsbaustein',
  universe: 'Universum',
  selection: 'Auswahlbaustein',
} as const satisfies Record<ComponentKind, GlossaryWord>;
/** Kind another one depends on. */
const needed: Partial<Record<ComponentKind, ComponentKind>> = { allocation: 'risk', selection: 'universe' };

/** The four components of a tariff and whether they go together. */
export function ComponentsStep(props: WizardStepProps<TariffDraft>) {
  const { draft } = props;
  const { entityId } = useWizard();
  const combination = useCombination(draft, entityId);
  if (isHybridTariffType(draft.tariffTypeId)) {
    return (
      <div className="tariff-step">
        <Banner>{t('tariffWizard.componentsNotNeeded')}</Banner>
        <AllocationMessages draft={draft} step="components" />
      </div>
    );
  }
  return (
    <div className="tariff-step tariff-step--wide">
      <Card>
        {chosenComponentKinds.map((kind) => (
          <div key={kind} className="tariff-step__explained">
            <ComponentField kind={kind} {...props} />
            <TermMark word={componentWords[kind]} />
          </div>
        ))}
      </Card>
      <Card title={t('tariffWizard.combination.title')} actions={<TermMark word="Plausibilitätsprüfung" />}>
        <CombinationMessages
          check={combination}
          draft={draft}
          step="components"
          missing={t('tariffWizard.combination.missing')}
        />
      </Card>
    </div>
  );
}

/** The draft with another component; what depends on it has to be chosen again. */
function withComponent(draft: TariffDraft, kind: ComponentKind, id: string | null): TariffDraft {
  switch (kind) {
    case 'risk':
      return withTariffRiskComponent(draft, id);
    case 'universe':
      return withTariffUniverseComponent(draft, id);
    case 'allocation':
      return { ...draft, componentAllocationId: id };
    case 'selection':
      return { ...draft, componentSelectionId: id };
  }
}

function ComponentField({ kind, ...props }: WizardStepProps<TariffDraft> & { kind: ComponentKind }) {
  const { draft, onChange, isReadOnly } = props;
  const { entityId, createdId } = useWizard();
  const errorAt = useFieldErrors(props);
  const choices = useQuery(componentChoicesQuery(kind));
  const mayCreate = useSession((state) => mayChange(state.user, 'tariffComponents.edit'));
  const path = componentFields[kind];
  const chosenId = draft[path];
  const neededKind = needed[kind];
  const neededId = neededKind === undefined ? null : draft[componentFields[neededKind]];
  const isWaiting = neededKind !== undefined && neededId === null;
  const offered = choicesOf(choices.data ?? [], chosenId).filter(
    ({ id, dependsOnId }) => neededKind === undefined || dependsOnId === neededId || id === chosenId,
  );
  // Whoever left to create one comes back with it, and means it wherever nothing else is chosen.
  const isCreated = !isReadOnly && !isWaiting && offered.some(({ id }) => id === createdId);
  useEffect(() => {
    if (isCreated)
      onChange((current) => (current[path] === null ? withComponent(current, kind, createdId) : current));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once it is there; who then chooses none keeps none
  }, [isCreated]);
  const isEmpty = choices.data !== undefined && offered.length === 0 && !isWaiting;
  return (
    <div className="tariff-step__component">
      <FieldSlot path={path}>
        <SelectField
          label={t(`tariffWizard.fields.${path}`)}
          hint={
            isWaiting && (kind === 'allocation' || kind === 'selection')
              ? t(`tariffWizard.waits.${kind}`)
              : isEmpty
                ? t('tariffWizard.noComponents')
                : undefined
          }
          isRequired
          emptyLabel={t('tariffWizard.choose')}
          value={chosenId ?? ''}
          lookup={choices}
          options={offered.map(({ id, name, key, isInactive }) => ({
            value: id,
            label: isInactive ? t('tariffWizard.inactiveChoice', { name }) : `${name} (${key})`,
          }))}
          isDisabled={isReadOnly || isWaiting}
          error={errorAt(path)}
          onChange={(id) => onChange((current) => withComponent(current, kind, id === '' ? null : id))}
        />
      </FieldSlot>
      <div className="tariff-step__links">
        {chosenId === null ? null : (
          <LeaveLink href={componentHref(kind, chosenId, entityId)}>
            {t('tariffWizard.openComponent')}
            <span className="visually-hidden">{` ${t(`tariffWizard.fields.${path}`)}`}</span>
          </LeaveLink>
        )}
        {mayCreate ? (
          <LeaveLink href={componentHref(kind, null, entityId)}>
            {t('tariffWizard.newComponent')}
            <span className="visually-hidden">{` ${t(`tariffWizard.fields.${path}`)}`}</span>
          </LeaveLink>
        ) : null}
      </div>
    </div>
  );
}

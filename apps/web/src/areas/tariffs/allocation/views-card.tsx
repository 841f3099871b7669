import { combinationText } from '@depotwerk/domain/combination-text';
import { doubtsOfViews, mostViews, viewsOf } from '@depotwerk/domain/tariff/allocation-views';
import type { AllocationComponentDraft, AllocationViewDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { IconPlus } from '@tabler/icons-react';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Banner } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { PercentField } from '../../../ui/number-fields.tsx';
import { RemoveButton } from '../../../ui/remove-button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { FieldSlot, useFieldErrors } from '../wizard/field-errors.tsx';
import { useWizard } from '../wizard/wizard-context.ts';
import type { WizardStepProps } from '../wizard/wizard-step-props.ts';
import { marked } from './allocation-content.ts';
import type { AutomaticAnswer } from './allocation-queries.ts';
import { ViewEffects } from './view-effects.tsx';
import './views-card.css';

const emptyView: AllocationViewDraft = {
  peergroupId: null,
  comparedWithId: null,
  expectedReturn: null,
  confidence: 0.5,
};

/** What the house expects of peer groups, and what that does to the returns the matrix is computed from. */
export function ViewsCard({
  groups,
  effects,
  ...props
}: WizardStepProps<AllocationComponentDraft> & {
  groups: readonly { readonly id: number; readonly name: string }[];
  /** null = nothing computed yet. */
  effects: AutomaticAnswer['viewEffects'] | null;
}) {
  const { draft, onChange, isReadOnly } = props;
  const errorAt = useFieldErrors(props);
  const { setFault } = useWizard();
  const views = draft.views ?? [];
  const set = (next: readonly AllocationViewDraft[]) =>
    onChange((current) => marked({ ...current, views: next }));
  const change = (index: number, values: Partial<AllocationViewDraft>) =>
    set(views.map((view, place) => (place === index ? { ...view, ...values } : view)));
  const options = groups.map(({ id, name }) => ({ value: String(id), label: name }));
  const groupOf = (id: string) => groups.find((group) => String(group.id) === id)?.name ?? id;
  // As the plausibility check says it later on.
  const doubts = doubtsOfViews(viewsOf(draft)).map((doubt) => ({
    code: doubt.code,
    text: combinationText(doubt, { classOf: String, groupOf, fundOf: String }).text,
  }));
  const idOf = (value: string) => (value === '' ? null : Number(value));
  return (
    <Card title={t('allocation.views.title')}>
      <p className="hint">{t('allocation.views.hint')}</p>
      <FieldSlot path="views">
        {errorAt('views') === undefined ? null : <p className="ui-field__error">{errorAt('views')}</p>}
        <ol className="views">
          {views.map((view, index) => {
            const path = `views[${index}]`;
            return (
              // Views have no name of their own: their place is who they are.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index} className="views__item">
                <FieldSlot path={`${path}.peergroupId`}>
                  <SelectField
                    label={t('allocation.views.peergroup')}
                    isRequired
                    emptyLabel={t('allocation.choose')}
                    value={view.peergroupId === null ? '' : String(view.peergroupId)}
                    options={options}
                    isDisabled={isReadOnly}
                    error={errorAt(`${path}.peergroupId`)}
                    onChange={(value) => change(index, { peergroupId: idOf(value) })}
                  />
                </FieldSlot>
                <FieldSlot path={`${path}.comparedWithId`}>
                  <SelectField
                    label={t('allocation.views.comparedWith')}
                    emptyLabel={t('allocation.views.absolute')}
                    value={view.comparedWithId === null ? '' : String(view.comparedWithId)}
                    options={options}
                    isDisabled={isReadOnly}
                    error={errorAt(`${path}.comparedWithId`)}
                    onChange={(value) => change(index, { comparedWithId: idOf(value) })}
                  />
                </FieldSlot>
                <FieldSlot path={`${path}.expectedReturn`}>
                  <PercentField
                    label={t('allocation.views.expectedReturn')}
                    isRequired
                    value={view.expectedReturn}
                    isDisabled={isReadOnly}
                    error={errorAt(`${path}.expectedReturn`)}
                    onChange={(expectedReturn) => change(index, { expectedReturn })}
                    onFault={(message) => setFault(`${path}.expectedReturn`, message)}
                  />
                </FieldSlot>
                <FieldSlot path={`${path}.confidence`}>
                  <PercentField
                    label={t('allocation.views.confidence')}
                    isRequired
                    precision={0}
                    value={view.confidence}
                    isDisabled={isReadOnly}
                    error={errorAt(`${path}.confidence`)}
                    onChange={(confidence) => change(index, { confidence })}
                    onFault={(message) => setFault(`${path}.confidence`, message)}
                  />
                </FieldSlot>
                {isReadOnly ? null : (
                  <RemoveButton
                    label={t('allocation.views.remove', { number: index + 1 })}
                    onClick={() => set(views.filter((_, place) => place !== index))}
                  />
                )}
              </li>
            );
          })}
        </ol>
        {isReadOnly || views.length >= mostViews ? null : (
          <Button icon={<IconPlus size={18} aria-hidden="true" />} onClick={() => set([...views, emptyView])}>
            {t('allocation.views.add')}
          </Button>
        )}
      </FieldSlot>
      {doubts.map((doubt) => (
        <Banner key={`${doubt.code} ${doubt.text}`} tone="warn">
          {said(doubt.text)}
        </Banner>
      ))}
      {effects === null || effects.length === 0 ? null : <ViewEffects effects={effects} groups={groups} />}
    </Card>
  );
}

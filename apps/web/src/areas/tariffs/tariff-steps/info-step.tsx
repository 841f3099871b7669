import { descriptionMaximum, internalNoteMaximum } from '@depotwerk/domain/tariff/check-tariff-info';
import type { TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { useQuery } from '@tanstack/react-query';
import { mayChange, useSession } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { ChoiceField } from '../component-steps/choice-field.tsx';
import { choicesOf, insurersQuery, issuersQuery } from '../lookup-queries.ts';
import { FieldSlot } from '../wizard/field-errors.tsx';
import { LeaveLink } from '../wizard/leave-link.tsx';
import type { WizardStepProps } from '../wizard/wizard-step-props.ts';
import { useTariffFields } from './field-props.ts';
import { SharedName } from './shared-name.tsx';
import './tariff-step.css';

/** Name, description, key, issuer and state of a tariff. */
export function InfoStep(props: WizardStepProps<TariffDraft>) {
  const { draft, isReadOnly } = props;
  const note = draft.internalNote ?? '';
  const fields = useTariffFields(props);
  const issuers = useQuery(issuersQuery());
  const insurers = useQuery(insurersQuery());
  const mayCreateIssuer = useSession(({ user }) => mayChange(user, 'insurers.edit'));
  // A house that begins with its tariff would look for one in an empty list.
  const hasNoIssuer =
    !isReadOnly && issuers.data !== undefined && choicesOf(issuers.data, draft.issuerId).length === 0;
  return (
    <div className="tariff-step">
      <FieldSlot path="name">
        <TextField
          label={t('tariffWizard.fields.name')}
          maxLength={200}
          isRequired
          {...fields.text('name')}
        />
        {isReadOnly ? null : <SharedName name={draft.name} />}
      </FieldSlot>
      <FieldSlot path="key">
        <TextField
          label={t('tariffWizard.fields.key')}
          hint={t('componentSteps.keyHint')}
          maxLength={50}
          isRequired
          spellCheck={false}
          {...fields.text('key')}
        />
      </FieldSlot>
      <FieldSlot path="description">
        <TextArea
          label={t('tariffWizard.fields.description')}
          hint={t('tariffWizard.descriptionCount', {
            count: draft.description.length,
            maximum: descriptionMaximum,
          })}
          rows={5}
          {...fields.text('description')}
        />
      </FieldSlot>
      <div className="tariff-step__pair">
        <FieldSlot path="issuerId">
          <SelectField
            label={t('tariffWizard.fields.issuerId')}
            hint={hasNoIssuer ? t('tariffWizard.noIssuers') : undefined}
            isRequired
            emptyLabel={t('tariffWizard.choose')}
            lookup={issuers}
            options={choicesOf(issuers.data ?? [], draft.issuerId).map(({ id, issuerName }) => ({
              value: String(id),
              label: issuerName,
            }))}
            {...fields.choice('issuerId')}
          />
          {hasNoIssuer && mayCreateIssuer ? (
            <LeaveLink href="/admin/issuers">{t('tariffWizard.newIssuer')}</LeaveLink>
          ) : null}
        </FieldSlot>
        <FieldSlot path="insurerId">
          <SelectField
            label={t('tariffWizard.fields.insurerId')}
            emptyLabel={t('common.none')}
            lookup={insurers}
            options={choicesOf(insurers.data ?? [], draft.insurerId).map(({ id, insurerName }) => ({
              value: String(id),
              label: insurerName,
            }))}
            {...fields.choice('insurerId')}
          />
        </FieldSlot>
      </div>
      <div className="tariff-step__pair">
        <FieldSlot path="isInactive">
          <ChoiceField
            label={t('tariffWizard.fields.isInactive')}
            hint={t('tariffWizard.inactiveHint')}
            value={draft.isInactive ? 'inactive' : 'active'}
            options={[
              { value: 'active', label: t('common.active') },
              { value: 'inactive', label: t('common.inactive') },
            ]}
            isDisabled={isReadOnly}
            error={fields.errorAt('isInactive')}
            onChange={(state) => fields.set('isInactive', state === 'inactive')}
          />
        </FieldSlot>
        <FieldSlot path="isDefault">
          <ChoiceField
            label={t('tariffWizard.fields.isDefault')}
            hint={t('tariffWizard.defaultHint')}
            value={draft.isDefault ? 'yes' : 'no'}
            options={[
              { value: 'yes', label: t('common.yes') },
              { value: 'no', label: t('common.no') },
            ]}
            isDisabled={isReadOnly}
            error={fields.errorAt('isDefault')}
            onChange={(answer) => fields.set('isDefault', answer === 'yes')}
          />
        </FieldSlot>
      </div>
      <FieldSlot path="internalNote">
        <TextArea
          label={t('tariffWizard.fields.internalNote')}
          hint={t('tariffWizard.internalNoteHint', {
            count: note.length,
            maximum: internalNoteMaximum,
          })}
          rows={4}
          value={note}
          disabled={isReadOnly}
          error={fields.errorAt('internalNote')}
          onChange={(text) => fields.set('internalNote', text)}
        />
      </FieldSlot>
    </div>
  );
}

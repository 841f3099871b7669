import { consultationKind } from '@depotwerk/api/consultations/consultations';
import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { hasPermission, useSession } from '../../platform/session.ts';
import { plannedOptimizationQuery } from '../../queries/plan-queries.ts';
import { t } from '../../texts/texts.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SegmentedControl } from '../../ui/tabs.tsx';
import { useAction } from '../../ui/use-action.ts';
import { beginConsultation } from './consultation-queries.ts';

export interface ConsultableContract {
  id: string;
  externalKey: string;
  tariffName: string;
}

export const consultationKinds = consultationKind.options;

interface StartConsultationDialogProps {
  customer: { id: string; name: string };
  contracts: readonly ConsultableContract[];
  onClose: () => void;
}

/** Asks for what a record cannot begin without, and opens its draft. */
export function StartConsultationDialog({ customer, contracts, onClose }: StartConsultationDialogProps) {
  const user = useSession((state) => state.user);
  const navigate = useNavigate();
  const [kind, setKind] = useState<(typeof consultationKinds)[number]>('periodicReview');
  const [initiative, setInitiative] = useState<'adviser' | 'customer'>('adviser');
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    contracts.length === 1 ? contracts.map(({ id }) => id) : [],
  );
  const [takesPlan, setTakesPlan] = useState(true);
  const [isTouched, setTouched] = useState(false);
  const { isBusy, failure, act } = useAction();
  const plans = useQueries({
    queries: chosen.map((id) => ({
      ...plannedOptimizationQuery(id),
      enabled: hasPermission(user, 'optimization.view'),
    })),
  });
  const plan = plans.find(({ data }) => Boolean(data))?.data ?? null;

  const submit = async () => {
    setTouched(true);
    if (chosen.length === 0) return;
    await act(async () => {
      const record = await beginConsultation({
        customerId: customer.id,
        contractIds: [...chosen],
        consultationKind: kind,
        initiative,
        participants: [customer.name, ...(user ? [user.fullName] : [])],
        ...(plan && takesPlan && { plannedOptimizationId: plan.id }),
      });
      await navigate({
        to: '/consultations/$consultationId',
        params: { consultationId: record.id },
      });
    });
  };

  return (
    <AskDialog
      size="small"
      title={t('consultations.startTitle')}
      onClose={onClose}
      submit={t('consultations.begin')}
      failure={failure}
      isBusy={isBusy}
      onSubmit={() => void submit()}
    >
      <p className="hint">{t('consultations.startHint')}</p>
      <SelectField
        label={t('consultations.kindLabel')}
        value={kind}
        options={consultationKinds.map((value) => ({ value, label: t(`consultations.kind.${value}`) }))}
        onChange={(value) => setKind(value || 'other')}
      />
      <InitiativeControl value={initiative} onChange={setInitiative} />
      {contracts.length > 1 ? (
        <ContractChoices
          contracts={contracts}
          chosen={chosen}
          isMissing={isTouched && chosen.length === 0}
          onChoose={(id, isOn) => setChosen(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
      ) : null}
      {plan ? (
        <Checkbox label={t('consultations.fromPlan')} isChecked={takesPlan} onChange={setTakesPlan} />
      ) : null}
    </AskDialog>
  );
}

/** The contracts that are talked about. */
export function ContractChoices({
  contracts,
  hint,
  chosen,
  isMissing,
  onChoose,
}: {
  contracts: readonly ConsultableContract[];
  hint?: string;
  chosen: readonly string[];
  /** One is needed, and none is chosen. */
  isMissing: boolean;
  onChoose: (id: string, isOn: boolean) => void;
}) {
  return (
    <fieldset className="consultation__choices">
      <legend className="ui-field__label">{t('consultations.contracts')}</legend>
      {hint === undefined ? null : <p className="hint">{hint}</p>}
      {contracts.map(({ id, externalKey, tariffName }) => (
        <Checkbox
          key={id}
          label={
            <>
              {externalKey} <span className="hint">{tariffName}</span>
            </>
          }
          isChecked={chosen.includes(id)}
          onChange={(isOn) => onChoose(id, isOn)}
        />
      ))}
      {isMissing ? (
        <p className="ui-field__error" role="alert">
          {t('consultations.contractNeeded')}
        </p>
      ) : null}
    </fieldset>
  );
}

/** Who wanted the consultation. */
export function InitiativeControl({
  value,
  onChange,
}: {
  value: 'adviser' | 'customer';
  onChange: (value: 'adviser' | 'customer') => void;
}) {
  return (
    <div className="ui-field">
      <span className="ui-field__label" aria-hidden="true">
        {t('consultations.initiativeLabel')}
      </span>
      <div>
        <SegmentedControl
          label={t('consultations.initiativeLabel')}
          value={value}
          options={(['adviser', 'customer'] as const).map((one) => ({
            value: one,
            label: t(`consultations.initiative.${one}`),
          }))}
          onChange={onChange}
        />
      </div>
    </div>
  );
}

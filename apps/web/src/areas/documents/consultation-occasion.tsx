import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { today } from '../../platform/today.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/cells.tsx';
import { Card } from '../../ui/layout.tsx';
import { DateField } from '../../ui/number-fields.tsx';
import { ParsedField } from '../../ui/parsed-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { ConsultationFields } from './consultation-fields.ts';
import { dayAndTimeOf, fieldsFault, instantOf, parseTime } from './consultation-fields.ts';
import type { ConsultableContract } from './start-consultation-dialog.tsx';
import { ContractChoices, consultationKinds, InitiativeControl } from './start-consultation-dialog.tsx';
import type { Draft } from './use-draft.ts';

export interface SectionProps {
  fields: ConsultationFields;
  edit: Draft['edit'];
  contracts: readonly ConsultableContract[];
}

/** Why, where, when and with whom; and which contracts it was about. */
export function OccasionSection({ fields, edit, contracts }: SectionProps) {
  const fault = fieldsFault(fields);
  return (
    <Card title={t('consultations.sections.occasion')}>
      <div className="consultation__pair">
        <SelectField
          label={t('consultations.kindLabel')}
          value={fields.consultationKind}
          options={consultationKinds.map((value) => ({ value, label: t(`consultations.kind.${value}`) }))}
          onChange={(kind) => edit({ consultationKind: kind || 'other' })}
        />
        <InitiativeControl value={fields.initiative} onChange={(initiative) => edit({ initiative })} />
        <Beginning
          startedAt={fields.startedAt}
          error={fault === 'startedFuture' ? t('consultations.startedFuture') : null}
          onChange={(startedAt) => edit({ startedAt })}
        />
        <TextField
          label={t('consultations.place')}
          hint={t('consultations.placeHint')}
          value={fields.place}
          maxLength={200}
          onChange={(place) => edit({ place })}
        />
      </div>
      <Participants names={fields.participants} onChange={(participants) => edit({ participants })} />
      <ContractChoices
        contracts={contracts}
        hint={t('consultations.contractsHint')}
        chosen={fields.contractIds}
        isMissing={fault === 'contractNeeded'}
        onChoose={(id, isOn) =>
          edit((now) => ({
            ...now,
            contractIds: isOn ? [...now.contractIds, id] : now.contractIds.filter((one) => one !== id),
            // A recommendation for a contract that was not talked about would be none.
            recommendations: isOn
              ? now.recommendations
              : now.recommendations.filter((one) => one.contractId !== id),
          }))
        }
      />
    </Card>
  );
}

function Beginning({
  startedAt,
  error,
  onChange,
}: {
  startedAt: string;
  error: string | null;
  onChange: (startedAt: string) => void;
}) {
  const { day, time } = dayAndTimeOf(startedAt);
  const change = (nextDay: string, nextTime: string) => {
    const instant = instantOf(nextDay, nextTime);
    if (instant !== null) onChange(instant);
  };
  return (
    <div className="consultation__beginning">
      <DateField
        label={t('consultations.startedAt')}
        value={day}
        max={today()}
        error={error}
        onChange={(next) => {
          if (next !== null) change(next, time);
        }}
      />
      <ParsedField
        label={t('consultations.startedTime')}
        inputMode="numeric"
        placeholder="HH:MM"
        value={time}
        parse={(text) => {
          const parsed = parseTime(text);
          return parsed === null
            ? { ok: false, message: t('consultations.timeInvalid') }
            : { ok: true, value: parsed };
        }}
        format={(value) => value}
        onChange={(next) => {
          if (next !== null) change(day, next);
        }}
      />
    </div>
  );
}

const mostParticipants = 20;

function Participants({
  names,
  onChange,
}: {
  names: readonly string[];
  onChange: (names: string[]) => void;
}) {
  const [name, setName] = useState('');
  const add = () => {
    const typed = name.trim();
    setName('');
    if (typed !== '' && !names.includes(typed)) onChange([...names, typed]);
  };
  return (
    <fieldset className="consultation__choices">
      <legend className="ui-field__label">{t('consultations.participants')}</legend>
      <div className="row">
        {names.length === 0 ? (
          <span className="hint">{t('consultations.noParticipants')}</span>
        ) : (
          names.map((one) => (
            <Chip
              key={one}
              removeLabel={t('consultations.removeParticipant', { name: one })}
              onRemove={() => onChange(names.filter((other) => other !== one))}
            >
              {one}
            </Chip>
          ))
        )}
      </div>
      {names.length < mostParticipants ? (
        <div className="consultation__add">
          <TextField
            label={t('consultations.addParticipant')}
            value={name}
            maxLength={200}
            onChange={setName}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
          <Button icon={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
            {t('consultations.add')}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

import {
  type MovementDraft,
  type MovementsDraft,
  mostMovements,
  movementKindNames,
  movementKinds,
} from '@depotwerk/domain/contracts/fund-movements';
import { IconPlus } from '@tabler/icons-react';
import { FormField } from '../../../forms/form-field.tsx';
import type { EntityForm } from '../../../forms/use-entity-form.ts';
import { today } from '../../../platform/today.ts';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { DateField, MoneyField, NumberField } from '../../../ui/number-fields.tsx';
import { RemoveButton } from '../../../ui/remove-button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { FieldIssueLine } from '../form/field-issue-line.tsx';
import type { MovementsForm } from './movements-kind.ts';
import '../form/contract-form.css';
import './movements.css';

/** A line of its own until it is saved: the id tells it from the others, the server gives it one of its own. */
const newMovement = (): MovementDraft => ({
  id: crypto.randomUUID(),
  kind: 'purchase',
  day: null,
  acquiredDay: null,
  quantity: null,
  factor: null,
  amount: null,
});

/** The purchases and sales of a fund, one line each. */
export function MovementFields({ form }: { form: EntityForm<MovementsForm, MovementsDraft> }) {
  const { movements } = form.draft;
  const change = (next: (lines: readonly MovementDraft[]) => readonly MovementDraft[]) =>
    form.change((before) => ({ ...before, movements: next(before.movements) }));
  return (
    <FormField path="movements">
      <div className="stack">
        <p className="hint">{t('movements.formHint')}</p>
        <ol className="contract-form__lines">
          {movements.map((movement, index) => (
            <li key={movement.id} className="contract-form__line">
              <MovementLine
                movement={movement}
                number={index + 1}
                onChange={(part) =>
                  change((lines) =>
                    lines.map((line) => (line.id === movement.id ? { ...line, ...part } : line)),
                  )
                }
                onRemove={() => change((lines) => lines.filter(({ id }) => id !== movement.id))}
              />
            </li>
          ))}
        </ol>
        <FieldIssueLine text={form.errorOf('movements')} />
        <Button
          icon={<IconPlus size={18} aria-hidden="true" />}
          disabled={movements.length >= mostMovements}
          onClick={() => change((lines) => [...lines, newMovement()])}
        >
          {t('movements.add')}
        </Button>
      </div>
    </FormField>
  );
}

interface MovementLineProps {
  movement: MovementDraft;
  number: number;
  onChange: (part: Partial<MovementDraft>) => void;
  onRemove: () => void;
}

/** Which inputs there are follows from the kind of movement. */
function MovementLine({ movement, number, onChange, onRemove }: MovementLineProps) {
  const { kind } = movement;
  return (
    <>
      <div className="movements__head">
        <span>{t('movements.number', { number })}</span>
        <RemoveButton label={t('movements.remove', { number })} onClick={onRemove} />
      </div>
      <SelectField
        label={t('movements.kind')}
        value={kind}
        options={movementKinds.map((each) => ({ value: each, label: said(movementKindNames[each]) }))}
        onChange={(value) => onChange({ kind: value === '' ? kind : value })}
      />
      <DateField
        label={t('movements.day')}
        isRequired
        max={today()}
        value={movement.day}
        onChange={(day) => onChange({ day })}
      />
      {kind === 'split' ? (
        <NumberField
          label={t('movements.factor')}
          hint={t('movements.factorHint')}
          isRequired
          precision={6}
          min={0}
          value={movement.factor}
          onChange={(factor) => onChange({ factor })}
        />
      ) : (
        <>
          <NumberField
            label={t('movements.quantity')}
            isRequired
            precision={6}
            min={0}
            value={movement.quantity}
            onChange={(quantity) => onChange({ quantity })}
          />
          <MoneyField
            label={t('movements.amount')}
            min={0}
            value={movement.amount}
            onChange={(amount) => onChange({ amount })}
          />
        </>
      )}
      {kind === 'transferIn' ? (
        <DateField
          label={t('movements.acquiredDay')}
          max={today()}
          value={movement.acquiredDay}
          onChange={(acquiredDay) => onChange({ acquiredDay })}
        />
      ) : null}
    </>
  );
}

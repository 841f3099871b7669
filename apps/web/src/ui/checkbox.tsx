import type { ReactNode } from 'react';
import { useState } from 'react';
import './field.css';

export interface CheckboxProps {
  label: ReactNode;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  /** Some but not all of what the box stands for. */
  isIndeterminate?: boolean | undefined;
  isDisabled?: boolean | undefined;
  isLabelHidden?: boolean | undefined;
}

/** Box with its label. */
export function Checkbox({
  label,
  isChecked,
  onChange,
  isIndeterminate,
  isDisabled,
  isLabelHidden,
}: CheckboxProps) {
  return (
    <label className="ui-check">
      <input
        type="checkbox"
        className="ui-check__box"
        checked={isChecked}
        disabled={isDisabled}
        ref={(box) => {
          if (box) box.indeterminate = isIndeterminate ?? false;
        }}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
    </label>
  );
}

/** On or off, taking effect at once. */
export function Switch({
  label,
  isChecked,
  onChange,
  isDisabled,
  isLabelHidden,
}: Omit<CheckboxProps, 'isIndeterminate'>) {
  return (
    <label className="ui-check">
      <input
        type="checkbox"
        role="switch"
        aria-checked={isChecked}
        className="ui-switch"
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
    </label>
  );
}

export interface ToggleCellProps<Action extends string> {
  label: string;
  /** State of the row when it was loaded; afterwards the cell keeps its own. */
  isInitiallyOn: boolean;
  action: Action;
  onAction: (action: Action, isOn: boolean) => void;
  isDisabled?: boolean | undefined;
}

/** Table cell that flips its own state on each click and emits its action's name with the new state. */
export function ToggleCell<Action extends string>({
  label,
  isInitiallyOn,
  action,
  onAction,
  isDisabled,
}: ToggleCellProps<Action>) {
  const [isOn, setOn] = useState(isInitiallyOn);
  const flip = () => {
    setOn(!isOn);
    onAction(action, !isOn);
  };
  return <Switch label={label} isLabelHidden isChecked={isOn} onChange={flip} isDisabled={isDisabled} />;
}

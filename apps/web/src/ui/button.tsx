import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';
import { leadsToUnreadable } from './unreadable.ts';
import './button.css';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  kind?: ButtonKind | undefined;
  size?: 'medium' | 'small' | undefined;
  icon?: ReactNode;
  /**
   * Shows the spinner and refuses further clicks while an action runs; the button keeps its focus. Given at all, and for
   * buttons that submit, the second click of a double click counts for nothing: it may come before the action is known to run.
   */
  isBusy?: boolean | undefined;
  isFullWidth?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/**
 * Push button; the text is an infinitive ("Speichern"). Never inside a link. One that sends (primary, or it submits) leads to
 * the field whose text cannot be read instead, where there is one.
 */
export function Button({
  kind = 'secondary',
  size = 'medium',
  icon,
  isBusy,
  isFullWidth = false,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const actsOnce = isBusy !== undefined || type === 'submit';
  const sends = kind === 'primary' || type === 'submit';
  return (
    <button
      {...rest}
      type={isBusy ? 'button' : type}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) return;
        if ((actsOnce && event.detail > 1) || (sends && leadsToUnreadable(event.currentTarget)))
          event.preventDefault();
        else onClick?.(event);
      }}
      className={classNames(
        'ui-button',
        `ui-button--${kind}`,
        `ui-button--${size}`,
        isFullWidth && 'ui-button--full',
      )}
    >
      {isBusy ? <Spinner size={16} /> : icon}
      {children}
    </button>
  );
}

export interface IconButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'aria-label'> {
  /** Accessible name; also the tooltip. */
  label: string;
  icon: ReactNode;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** Square button that shows only an icon. */
export function IconButton({ label, icon, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} aria-label={label} title={label} className="ui-icon-button">
      {icon}
    </button>
  );
}

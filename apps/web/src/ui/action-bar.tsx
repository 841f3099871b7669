import type { ReactNode } from 'react';
import { t } from '../texts/texts.ts';
import { classNames } from './class-names.ts';
import './action-bar.css';

interface ActionBarProps {
  text: string;
  label?: string;
  /** Few enough buttons that they keep to the line of the text on a phone, too. */
  isRow?: boolean;
  children: ReactNode;
}

/** Bar that stays in sight below a long page: how things stand, told aloud when it changes, and what can be done about it. */
export function ActionBar({ text, label, isRow = false, children }: ActionBarProps) {
  return (
    <div
      className={classNames('action-bar', isRow && 'action-bar--row')}
      role={label && 'region'}
      aria-label={label}
      data-no-print
    >
      <span className="action-bar__text" role="status">
        {text}
      </span>
      {children}
    </div>
  );
}

/** Bar under a list in which rows are being chosen: how many, and what to do with them. */
export const SelectionBar = (props: Omit<ActionBarProps, 'label'>) => (
  <ActionBar {...props} label={t('common.selection')} />
);

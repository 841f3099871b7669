import type { ReactNode } from 'react';
import { t } from '../texts/texts.ts';
import './action-bar.css';

/** Bar that stays in sight below a long page: how things stand, told aloud when it changes, and what can be done about it. */
export function ActionBar({ text, label, children }: { text: string; label?: string; children: ReactNode }) {
  return (
    <div className="action-bar" role={label && 'region'} aria-label={label} data-no-print>
      <span className="action-bar__text" role="status">
        {text}
      </span>
      {children}
    </div>
  );
}

/** Bar under a list in which rows are being chosen: how many, and what to do with them. */
export const SelectionBar = ({ text, children }: { text: string; children: ReactNode }) => (
  <ActionBar text={text} label={t('common.selection')}>
    {children}
  </ActionBar>
);

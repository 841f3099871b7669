import type { ReactNode } from 'react';
import { t } from '../texts/texts.ts';
import './selection-bar.css';

/** Bar under a list in which rows are being chosen: how many, and what to do with them. */
export function SelectionBar({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="selection-bar" role="region" aria-label={t('common.selection')} data-no-print>
      <span className="selection-bar__text" role="status">
        {text}
      </span>
      {children}
    </div>
  );
}

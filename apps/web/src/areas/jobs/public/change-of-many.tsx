import type { ReactNode } from 'react';
import { t } from '../../../texts/texts.ts';
import { ColourLabel, type LabelTone } from '../../../ui/cells.tsx';
import { reasonOf } from './reason-of.ts';

/** What became of one object that a change of many was about. */
export interface ChangedRow {
  readonly result: 'changed' | 'unchanged' | 'skipped';
  readonly message: string | null;
  readonly isTakenBack: boolean;
}

const tones: Record<ChangedRow['result'], LabelTone> = { changed: 'info', unchanged: 'ok', skipped: 'warn' };

/** Results in the order of their filter. */
export const changeResults = ['changed', 'skipped', 'unchanged'] as const;

/** The word of a result is that of its number above. */
export const changeWords = { changed: 'changed', skipped: 'failed', unchanged: 'unchanged' } as const;

interface ChangedLineProps {
  readonly row: ChangedRow;
  /** What happened to it in words, unless it was taken back. */
  readonly result: string;
  /** The way to the object, with its name. */
  readonly children: ReactNode;
}

/** A row of the result: the object with what kept it as it was, and what became of it. */
export function ChangedLine({ row, result, children }: ChangedLineProps) {
  return (
    <tr>
      <th scope="row">
        {children}
        {row.message === null ? null : (
          <span className="opt-bulk__message">{reasonOf(row.message, result)}</span>
        )}
      </th>
      <td data-label={t('optimization.bulk.result')}>
        <ColourLabel tone={row.isTakenBack ? 'neutral' : tones[row.result]}>
          {row.isTakenBack ? t('contracts.bulkJob.taken') : result}
        </ColourLabel>
      </td>
    </tr>
  );
}

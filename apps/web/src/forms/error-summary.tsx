import { IconExclamationCircle } from '@tabler/icons-react';
import type { Ref } from 'react';
import { t } from '../texts/texts.ts';
import { shownAtMost } from './shown-errors.ts';
import './error-summary.css';

/** What is wrong with a field, and the way to it. */
interface SummaryEntry {
  readonly key: string;
  readonly text: string;
  readonly onOpen: () => void;
}

/** What keeps something from being saved, each with a way to its field. Who tried to save focuses it by `ref` or class. */
export function ErrorSummary({
  title = t('validators.errorSummary'),
  entries,
  ref,
}: {
  title?: string;
  entries: readonly SummaryEntry[];
  ref?: Ref<HTMLDivElement>;
}) {
  if (entries.length === 0) return null;
  const shown = entries.slice(0, shownAtMost);
  return (
    <div ref={ref} className="error-summary" role="alert" tabIndex={-1}>
      <div className="error-summary__title">
        <IconExclamationCircle size={20} aria-hidden="true" />
        {title}
      </div>
      <ul className="error-summary__list">
        {shown.map(({ key, text, onOpen }) => (
          <li key={key}>
            <button type="button" className="error-summary__entry" onClick={onOpen}>
              {text}
            </button>
          </li>
        ))}
      </ul>
      {entries.length > shown.length ? (
        <div className="hint">
          {t('validators.errorSummaryMore', { count: entries.length - shown.length })}
        </div>
      ) : null}
    </div>
  );
}

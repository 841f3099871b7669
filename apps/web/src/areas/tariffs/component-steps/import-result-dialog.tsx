import type { FundImport } from '@depotwerk/api/components/tariff-components';
import { mostFunds } from '@depotwerk/domain/limits';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useState } from 'react';
import type { TextKey } from '../../../texts/texts.ts';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Banner } from '../../../ui/feedback.tsx';
import { ChoiceField } from './choice-field.tsx';
import type { ImportMode } from './fund-order.ts';
import { withImport } from './fund-order.ts';
import './fund-list.css';

export interface ImportResultDialogProps {
  fileName: string;
  result: FundImport;
  /** The list as it is. */
  ids: readonly number[];
  onTake: (mode: ImportMode) => void;
  onClose: () => void;
}

/** What a file brought, and how it meets the list: nothing happens before one has said so. */
export function ImportResultDialog({ fileName, result, ids, onTake, onClose }: ImportResultDialogProps) {
  const [mode, setMode] = useState<ImportMode>('add');
  const imported = result.tariffSelectedFunds.map(({ id }) => id);
  const listed = new Set(ids);
  const fresh = imported.filter((id) => !listed.has(id)).length;
  const hasList = ids.length > 0;
  const after = withImport(ids, imported, hasList ? mode : 'replace').length;
  const isFull = hasList && mode === 'add' && ids.length + fresh > mostFunds;
  return (
    <Dialog
      title={t('fundImport.title', { fileName })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="primary"
            disabled={imported.length === 0}
            onClick={() => onTake(hasList ? mode : 'replace')}
          >
            {t('fundImport.take')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p role="status">
          {imported.length === 0
            ? t('fundImport.nothing')
            : t('fundImport.found', { count: imported.length, number: formatNumber(imported.length) })}
          {hasList && imported.length > fresh
            ? ` ${t('fundImport.alreadyListed', {
                count: imported.length - fresh,
                number: formatNumber(imported.length - fresh),
              })}`
            : ''}
        </p>
        {hasList && imported.length > 0 ? (
          <ChoiceField
            label={t('fundImport.mode')}
            hint={t(mode === 'add' ? 'fundImport.addHint' : 'fundImport.replaceHint', {
              number: formatNumber(ids.length),
              after: formatNumber(after),
            })}
            value={mode}
            options={[
              { value: 'add', label: t('fundImport.add') },
              { value: 'replace', label: t('fundImport.replace') },
            ]}
            onChange={setMode}
          />
        ) : null}
        {isFull ? (
          <Banner tone="warn">{t('fundImport.tooMany', { most: formatNumber(mostFunds) })}</Banner>
        ) : null}
        <Complaints
          title="fundImport.unknown"
          rows={result.unknownIsins.map(({ row, isin }) => ({ row, text: isin, message: null }))}
        />
        <Complaints title="fundImport.rowErrors" rows={result.rowErrors} />
        <Complaints
          title="fundImport.duplicates"
          rows={result.duplicates.map(({ row, isin }) => ({ row, text: isin, message: null }))}
        />
      </div>
    </Dialog>
  );
}

interface Complaint {
  row: number;
  text: string;
  message: string | null;
}

/** Rows of the file that were not taken as they stand. */
function Complaints({
  title,
  rows,
}: {
  title: Extract<TextKey, 'fundImport.unknown' | 'fundImport.rowErrors' | 'fundImport.duplicates'>;
  rows: readonly Complaint[];
}) {
  if (rows.length === 0) return null;
  return (
    <Banner
      tone={title === 'fundImport.duplicates' ? 'info' : 'warn'}
      title={t(title, { count: rows.length, number: formatNumber(rows.length) })}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lists scroll by keyboard, too */}
      <ul className="fund-import__list" tabIndex={0} aria-label={t('fundImport.rows')}>
        {rows.map(({ row, text, message }) => (
          <li key={row}>
            {t('fundImport.row', { row, text })}
            {message === null ? null : ` – ${said(message)}`}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

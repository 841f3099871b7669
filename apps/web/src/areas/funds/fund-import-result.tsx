import type { FundImportOutcome } from '@depotwerk/api/funds/fund-imports';
import { formatNumber } from '@depotwerk/domain/number-text';
import type { ReactNode } from 'react';
import { said, t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';
import { Card, FactList } from '../../ui/layout.tsx';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { TableBox } from '../imports/public/table-box.tsx';

/** What becomes, or became, of the rows of a file. */
export function FundImportResult({ outcome, action }: { outcome: FundImportOutcome; action: ReactNode }) {
  const { counts, notes, rejections, rejectedRows, flaggedRows } = outcome;
  const isDone = outcome.importId !== null;
  return (
    <Card title={t(isDone ? 'fundDataImport.done' : 'fundDataImport.checked')} actions={action}>
      <Banner tone={isDone ? 'ok' : 'info'} role="status">
        {t(isDone ? 'fundDataImport.doneHint' : 'fundDataImport.checkedHint')}
      </Banner>
      <FactList
        facts={(['rows', 'imported', 'changed', 'unchanged', 'rejected', 'flagged'] as const).map((key) => ({
          key,
          label: t(`fundDataImport.counts.${key}`),
          value: formatNumber(counts[key]),
        }))}
      />
      {notes.length === 0 ? null : (
        <ul>
          {notes.map((note) => (
            <li key={note} className="hint">
              {said(note)}
            </li>
          ))}
        </ul>
      )}
      {rejections.length === 0 ? null : (
        <>
          <h3>{t('fundDataImport.rejections')}</h3>
          <ul>
            {rejections.map(({ reason, count, firstLine, isExample }) => (
              <li key={reason}>
                {t(isExample ? 'fundDataImport.rejectionExample' : 'fundDataImport.rejection', {
                  count: formatNumber(count),
                  reason: said(reason),
                  line: formatNumber(firstLine),
                })}
              </li>
            ))}
          </ul>
          <AccountedRows label={t('fundDataImport.rejectedRows')} rows={rejectedRows} />
          {counts.rejected > rejectedRows.length ? (
            <p className="hint">
              {t('fundDataImport.moreRejections', { shown: formatNumber(rejectedRows.length) })}
            </p>
          ) : null}
        </>
      )}
      {flaggedRows.length === 0 ? null : (
        <>
          <h3>{t('fundDataImport.flaggedRows')}</h3>
          <AccountedRows label={t('fundDataImport.flaggedRows')} rows={flaggedRows} />
          {counts.flagged > flaggedRows.length ? (
            <p className="hint">
              {t('fundDataImport.moreRejections', { shown: formatNumber(flaggedRows.length) })}
            </p>
          ) : null}
        </>
      )}
    </Card>
  );
}

/** The reason stands beside the line: on a phone the rest is what one has to scroll to. */
function AccountedRows({ label, rows }: { label: string; rows: FundImportOutcome['rejectedRows'] }) {
  return (
    <TableBox label={label}>
      <TableHead
        columns={[
          numeric(t('imports.line')),
          t('imports.reason'),
          t('imports.column'),
          t('fundDataImport.value'),
          t('fundDataImport.isin'),
        ]}
      />
      <tbody>
        {rows.map(({ line, column, isin, value, reason }) => (
          <tr key={`${line}/${column}`}>
            <td className="num">{formatNumber(line)}</td>
            <td className="imports__reason">{said(reason)}</td>
            <td>{column || '–'}</td>
            <td>{value || '–'}</td>
            <td>{isin || '–'}</td>
          </tr>
        ))}
      </tbody>
    </TableBox>
  );
}

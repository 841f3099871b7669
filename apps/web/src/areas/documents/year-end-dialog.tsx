import type { Job } from '@depotwerk/api/jobs/jobs';
import {
  lettersInFile,
  listYearEndRows,
  printYearEndReports,
  type yearEndRow,
} from '@depotwerk/api/reports/year-end';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { callApi, callFile } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { saveFile } from '../../platform/save-file.ts';
import { hasPermission, useSession } from '../../platform/session.ts';
import type { RoutedDialogProps } from '../../shell/dialog-registry.tsx';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { BulkJobDialog, isOver } from '../jobs/public/bulk-job-dialog.tsx';
import { BulkJobRows } from '../jobs/public/bulk-job-rows.tsx';
import { ContractCell } from '../jobs/public/contract-cell.tsx';

type Row = z.infer<typeof yearEndRow>;

/** `?dialog=yearEnd&jobId=…`: how far the letters of a year are, what became of each contract, and the files to print. */
export function YearEndDialog({ params, onClose }: RoutedDialogProps) {
  return (
    <BulkJobDialog jobId={params['jobId'] ?? ''} words="reports.yearEnd" Rows={Content} onClose={onClose} />
  );
}

function Content({ job }: { job: Job }) {
  const mayOpen = useSession((state) => hasPermission(state.user, 'documents.view'));
  return (
    <>
      {mayOpen && isOver(job) && job.changed > 0 ? <PrintFiles job={job} /> : null}
      <Rows job={job} />
    </>
  );
}

function PrintFiles({ job }: { job: Job }) {
  const [isTwoSided, setTwoSided] = useState(true);
  const [busyPart, setBusyPart] = useState<number | null>(null);
  const parts = Array.from({ length: Math.ceil(job.changed / lettersInFile) }, (_, index) => index + 1);
  const print = async (part: number) => {
    setBusyPart(part);
    try {
      const input = { params: { id: job.id }, body: { part, isTwoSided } };
      saveFile(await callFile(printYearEndReports, input, t('reports.yearEnd.fileName', { part })));
    } catch (error) {
      showApiError(error);
    } finally {
      setBusyPart(null);
    }
  };
  return (
    <div className="stack">
      <p className="hint">{t('reports.yearEnd.printHint')}</p>
      <Checkbox label={t('reports.yearEnd.isTwoSided')} isChecked={isTwoSided} onChange={setTwoSided} />
      <div className="action-row">
        {parts.map((part) => (
          <Button
            key={part}
            isBusy={busyPart === part}
            disabled={busyPart !== null}
            onClick={() => void print(part)}
          >
            {parts.length === 1
              ? t('reports.yearEnd.printAll')
              : t('reports.yearEnd.printPart', {
                  from: formatNumber((part - 1) * lettersInFile + 1),
                  to: formatNumber(Math.min(job.changed, part * lettersInFile)),
                })}
          </Button>
        ))}
      </div>
    </div>
  );
}

function Rows({ job }: { job: Job }) {
  return (
    <BulkJobRows<Row>
      job={job}
      kind="year-end"
      results={(['created', 'skipped'] as const).map((value) => ({
        value,
        label: t(`reports.yearEnd.results.${value}`),
      }))}
      read={(query, signal) => callApi(listYearEndRows, { params: { id: job.id }, query }, { signal })}
      columns={[t('optimization.bulk.contract'), t('optimization.bulk.result')]}
      emptyText={(over) => t(over ? 'reports.yearEnd.noRowsDone' : 'reports.yearEnd.noRows')}
      renderRow={(row) => (
        <tr key={row.contractId}>
          <ContractCell row={row} tab="documents" />
          <td>
            <ColourLabel tone={row.result === 'created' ? 'ok' : 'warn'}>
              {t(`reports.yearEnd.results.${row.result}`)}
            </ColourLabel>
          </td>
        </tr>
      )}
    />
  );
}

import { createYearEndReports } from '@depotwerk/api/reports/year-end';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { callApi } from '../../../platform/api-client.ts';
import { useStartJob } from '../../../shell/use-start-job.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorBanner } from '../../../ui/feedback.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { lastYear, yearOptions } from '../report-years.ts';

type Body = z.input<(typeof createYearEndReports)['body']>;
const contents = ['both', 'costs', 'review'] as const satisfies readonly Body['content'][];

interface YearEndStartDialogProps {
  selection: Body['selection'];
  onClose: () => void;
  /** After the run was started. */
  onDone: () => void;
}

/** Asks of which year, what and with which words the letters shall be, and starts the run. */
export function YearEndStartDialog({ selection, onClose, onDone }: YearEndStartDialogProps) {
  const [year, setYear] = useState(String(lastYear()));
  const [content, setContent] = useState<Body['content']>('both');
  const [coverText, setCoverText] = useState('');
  const [isRepeated, setRepeated] = useState(false);
  const { isBusy, failure: error, start } = useStartJob('yearEnd', onDone);
  const create = () =>
    start(() =>
      callApi(createYearEndReports, {
        body: { selection, year: Number(year), content, coverText: coverText.trim(), isRepeated },
      }),
    );
  return (
    <Dialog
      title={t('reports.yearEnd.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" isBusy={isBusy} onClick={() => void create()}>
            {t('reports.yearEnd.start')}
          </Button>
        </>
      }
    >
      <div className="stack">
        {error === null ? null : <ErrorBanner error={error} />}
        <p className="hint">{t('reports.yearEnd.startHint')}</p>
        <SelectField
          label={t('reports.year')}
          value={year}
          options={yearOptions()}
          onChange={(value) => setYear(value || String(lastYear()))}
        />
        <SelectField
          label={t('reports.yearEnd.content')}
          value={content}
          options={contents.map((value) => ({ value, label: t(`reports.yearEnd.contents.${value}`) }))}
          onChange={(value) => setContent(value || 'both')}
        />
        <TextArea
          label={t('reports.yearEnd.coverText')}
          hint={t('reports.yearEnd.coverTextHint')}
          value={coverText}
          maxLength={2000}
          onChange={setCoverText}
        />
        <Checkbox label={t('reports.yearEnd.isRepeated')} isChecked={isRepeated} onChange={setRepeated} />
      </div>
    </Dialog>
  );
}

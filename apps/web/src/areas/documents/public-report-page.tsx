import { formatDateTime, formatInstantDay } from '@depotwerk/domain/date-text';
import { IconDownload } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { PublicPage } from '../../shell/public-page.tsx';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, LoadError, Skeleton } from '../../ui/feedback.tsx';
import { failedTitle } from './pdf-state.ts';
import { PublicReportSection } from './public-report-section.tsx';
import type { PublicReportFlow } from './use-public-report.ts';
import { isLinkOver, usePublicReport } from './use-public-report.ts';
import './public-report.css';

/** `/reports/public?reportType=&guid=`: a report for whoever has its link, without a session. */
export function PublicReportPage() {
  const [attempt, setAttempt] = useState(0);
  return <Report key={attempt} onRetry={() => setAttempt(attempt + 1)} />;
}

/** One try to read it. */
function Report({ onRetry }: { onRetry: () => void }) {
  const { reportType, guid } = useSearch({ from: '/reports/public' });
  const flow = usePublicReport(reportType, guid);
  const { state, report } = flow;
  // In the state a failure is titled "Error"; people read it in German.
  const isFailed = report === null && state.title === failedTitle;
  const title = isFailed ? t('reports.errorTitle') : (report?.title ?? t('reports.public.title'));
  usePageTitle(title);
  return (
    <PublicPage>
      {report !== null ? (
        <LoadedReport flow={flow} report={report} />
      ) : (
        <>
          <h1 tabIndex={-1}>{title}</h1>
          {reportType === undefined || guid === undefined ? (
            <Banner tone="warn">{t('reports.public.linkMissing')}</Banner>
          ) : isFailed && !isLinkOver(state.error) ? (
            <LoadError error={state.error} onRetry={onRetry} isRetrying={false} />
          ) : isFailed ? (
            <Banner tone="bad" role="alert">
              <p>{t('reports.public.failed')}</p>
              <p>{t('reports.public.failedHint')}</p>
            </Banner>
          ) : (
            <Skeleton lines={8} />
          )}
        </>
      )}
    </PublicPage>
  );
}

function LoadedReport({
  flow: { state, savePdf },
  report,
}: {
  flow: PublicReportFlow;
  report: NonNullable<PublicReportFlow['report']>;
}) {
  const failure = errorMessageOf(state.error);
  return (
    <>
      <div className="public-report__head">
        <div>
          <h1 tabIndex={-1} lang={report.language}>
            {report.title}
          </h1>
          <p className="hint">
            {[
              t('reports.public.createdAt', { date: formatInstantDay(report.createdAt) }),
              t('reports.public.expiresAt', { date: formatDateTime(report.expiresAt) }),
            ].join(' · ')}
          </p>
        </div>
        <Button
          kind="primary"
          icon={<IconDownload size={18} aria-hidden="true" />}
          isBusy={state.status === 'pdfRequested'}
          onClick={savePdf}
        >
          {t('reports.public.pdf')}
        </Button>
      </div>
      {state.status === 'pdfFailed' ? (
        <Banner tone="bad" role="alert" title={t('reports.errorTitle')}>
          <p>{t('reports.public.pdfFailed')}</p>
          {failure === t('reports.public.pdfFailed') ? null : <p>{failure}</p>}
        </Banner>
      ) : null}
      {/* Its words are those of the paper, whatever language the page around it speaks. */}
      <div className="stack" lang={report.language}>
        {report.sections.map((section) => (
          <PublicReportSection key={section.key} section={section} />
        ))}
        <p className="hint">{report.disclaimer}</p>
      </div>
    </>
  );
}

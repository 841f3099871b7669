import type { FundReportType } from '@depotwerk/api/reports/reports';
import { formatDate } from '@depotwerk/domain/date-text';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { errorMessageOf } from '../../platform/error-texts.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { FundDocumentUpload } from './fund-document-upload.tsx';
import { DocumentLink } from './public/document-link.tsx';
import type { Fund } from './public/fund-queries.ts';
import { fundDocumentsQuery } from './public/fund-queries.ts';
import { safeDocumentAddress } from './public/fund-texts.ts';
import { useFundReport } from './public/use-fund-report.ts';
import { PublicFundLinks } from './public-fund-links.tsx';

const types = ['fundProfile', 'kiid', 'factsheet'] as const satisfies readonly FundReportType[];

/** Documents of a fund: our profile, what lies in the archive, and the company's own pages. */
export function FundDocuments({ fund }: { fund: Fund }) {
  const { busyWith, failure, save } = useFundReport();
  const user = useSession((state) => state.user);
  return (
    <>
      <div className="row">
        {(mayChange(user, null) ? types : []).map((type) => (
          <Button
            key={type}
            size="small"
            icon={<IconDownload size={16} aria-hidden="true" />}
            isBusy={busyWith === `${fund.id} ${type}`}
            onClick={() => void save(fund, type)}
          >
            {t('reports.fund.save', { title: t(`reports.fund.${type}`) })}
          </Button>
        ))}
      </div>
      {failure === null ? null : (
        <Banner tone="warn" role="alert">
          {errorMessageOf(failure)}
        </Banner>
      )}
      <OnFile fundId={fund.id} />
      {mayChange(user, 'funds.edit') ? <FundDocumentUpload fund={fund} /> : null}
      {mayChange(user, 'reports.create') ? <PublicFundLinks fund={fund} /> : null}
      <h4>{t('reports.fund.atCompany')}</h4>
      <div className="row">
        <CompanyLink address={fund.kiid} label={t('funds.kiid')} />
        <CompanyLink address={fund.factsheet} label={t('funds.factsheet')} />
      </div>
    </>
  );
}

/** Says what a download gives before it is asked for. */
function OnFile({ fundId }: { fundId: number }) {
  const { data } = useQuery(fundDocumentsQuery(fundId));
  if (!data) return null;
  const dateOf = (type: 'kiid' | 'factsheet') =>
    data.find(({ documentType }) => documentType === type)?.createdAt.slice(0, 10);
  const kiid = dateOf('kiid');
  const factsheet = dateOf('factsheet');
  return (
    <p className="hint">
      {kiid === undefined
        ? t('reports.fund.kiidMissing')
        : t('reports.fund.kiidOnFile', { date: formatDate(kiid) })}{' '}
      {factsheet === undefined
        ? t('reports.fund.factsheetMade')
        : t('reports.fund.factsheetOnFile', { date: formatDate(factsheet) })}
    </p>
  );
}

function CompanyLink({ address, label }: { address: string | null; label: string }) {
  const href = safeDocumentAddress(address);
  if (href === undefined) return <span className="hint">{t('funds.documentMissing', { label })}</span>;
  return <DocumentLink href={href} label={label} />;
}

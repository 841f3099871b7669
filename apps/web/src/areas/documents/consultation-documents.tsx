import type { Consultation } from '@depotwerk/api/consultations/consultations';
import { useState } from 'react';
import { showApiError } from '../../platform/error-texts.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { DocumentList } from './document-list.tsx';
import { createReport } from './public/report-actions.ts';

/** Reports a consultation hands over. */
const handedOver = ['costInformationExAnte', 'suitabilityStatement'] as const;
type HandedOver = (typeof handedOver)[number];

/** Documents of the consultation, and the two it owes for each contract. */
export function ConsultationDocuments({
  record,
  flush,
}: {
  record: Consultation;
  flush: () => Promise<boolean>;
}) {
  const user = useSession((state) => state.user);
  const types = handedOver.filter(
    (type) =>
      mayChange(user, 'reports.create') &&
      (type !== 'suitabilityStatement' || mayChange(user, 'reports.createLegal')),
  );
  return (
    <Card isFlush title={t('consultations.sections.documents')}>
      <div id="consultation-documents" tabIndex={-1}>
        {record.documents.length === 0 ? (
          <EmptyState title={t('consultations.noDocuments')}>{t('consultations.documentsHint')}</EmptyState>
        ) : (
          <DocumentList documents={record.documents} isWhole />
        )}
        <div className="row documents__pad" data-no-print>
          {record.profileSnapshot.flatMap(({ contractId, externalKey }) =>
            types.map((type) => (
              <CreateButton
                key={`${contractId}-${type}`}
                record={record}
                contract={{ id: contractId, externalKey }}
                type={type}
                flush={flush}
                showsKey={record.profileSnapshot.length > 1}
              />
            )),
          )}
        </div>
      </div>
    </Card>
  );
}

/** Makes a report for the consultation; it is filed with it. */
export function CreateButton({
  record,
  contract,
  type,
  flush,
  showsKey,
}: {
  record: Pick<Consultation, 'id'>;
  contract: { id: string; externalKey: string };
  type: HandedOver;
  flush: () => Promise<boolean>;
  showsKey: boolean;
}) {
  const [isBusy, setBusy] = useState(false);
  const isCosts = type === 'costInformationExAnte';
  const text = showsKey
    ? t(isCosts ? 'consultations.createCostsOf' : 'consultations.createSuitabilityOf', {
        contract: contract.externalKey,
      })
    : t(isCosts ? 'consultations.createCosts' : 'consultations.createSuitability');
  const make = async () => {
    setBusy(true);
    try {
      // The window must open in the click; what is typed is saved beside it, before the report is asked for.
      await createReport(contract, type, { consultationId: record.id }, flush);
    } catch (error) {
      showApiError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" isBusy={isBusy} onClick={() => void make()}>
      {text}
    </Button>
  );
}

import { formatDateTime, formatInstantDay } from '@depotwerk/domain/date-text';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { mayChange, useSession } from '../../platform/session.ts';
import { customerCrumbs } from '../../shell/customer-crumbs.tsx';
import { t } from '../../texts/texts.ts';
import { ColourLabel } from '../../ui/cells.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { MissingPage } from '../../ui/missing-page.tsx';
import { UnloadedPage } from '../../ui/unloaded-page.tsx';
import { ConsultationForm } from './consultation-form.tsx';
import { consultationQuery } from './consultation-queries.ts';
import { ConsultationRecord } from './consultation-record.tsx';
import { consultationTones } from './public/consultations-card.tsx';
import './consultation.css';

/** `/consultations/{id}`: a draft to work on, or the record as it was completed. */
export function ConsultationPage() {
  const { consultationId } = useParams({ from: '/shell/consultations/$consultationId' });
  const consultation = useQuery(consultationQuery(consultationId));
  const user = useSession((state) => state.user);
  if (!consultation.data) {
    return (
      <UnloadedPage
        query={consultation}
        title={t('consultations.one')}
        loadFailed={t('consultations.loadFailedOne')}
        missing={<MissingConsultation />}
        heights={[64, 320]}
      />
    );
  }
  const { record } = consultation.data;
  const isEditable = record.state === 'draft' && mayChange(user, 'consultations.create');
  return (
    <div className="stack">
      <PageHeader
        breadcrumbs={[
          ...customerCrumbs({ id: record.customerId, name: record.customerName }, 'consultations'),
          <span key="one">
            {t('consultations.startedLine', {
              kind: t(`consultations.kind.${record.consultationKind}`),
              date: formatInstantDay(record.startedAt),
            })}
          </span>,
        ]}
        title={t('consultations.with', { name: record.customerName })}
        subtitle={
          <>
            <ColourLabel tone={consultationTones[record.state]}>
              {t(`consultations.state.${record.state}`)}
            </ColourLabel>
            {record.addendumToId === null ? null : <ColourLabel>{t('consultations.isAddendum')}</ColourLabel>}
            <span>
              {record.completedAt === null
                ? t('consultations.createdBy', { name: record.createdByName })
                : t('consultations.completedAt', { date: formatDateTime(record.completedAt) })}
            </span>
          </>
        }
      />
      {isEditable ? (
        // A draft of its own for every record: its unsaved fields belong to no other.
        <ConsultationForm key={record.id} initial={consultation.data} />
      ) : (
        <ConsultationRecord record={record} />
      )}
    </div>
  );
}

const MissingConsultation = () => (
  <MissingPage title={t('consultations.missingTitle')} list="/customers" toList={t('customers.toList')}>
    {t('consultations.missing')}
  </MissingPage>
);

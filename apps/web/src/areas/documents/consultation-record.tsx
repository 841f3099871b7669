import type { Consultation } from '@depotwerk/api/consultations/consultations';
import { handingOverFormNames } from '@depotwerk/domain/contracts/key-information';
import { formatDate, formatDateTime } from '@depotwerk/domain/date-text';
import { IconFilePlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { showApiError } from '../../platform/error-texts.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { FundLink } from '../../shell/fund-link.tsx';
import { said, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { Banner, EmptyState } from '../../ui/feedback.tsx';
import { Card, FactList } from '../../ui/layout.tsx';
import type { Recommendation } from './consultation-fields.ts';
import { needsKeyInformation } from './consultation-fields.ts';
import { beginConsultation } from './consultation-queries.ts';
import { DocumentList } from './document-list.tsx';

/** A record to read: as it was completed, immutable; corrections are addenda. */
export function ConsultationRecord({ record }: { record: Consultation }) {
  return (
    <div className="stack">
      {record.state === 'completed' ? <CompletedBanner record={record} /> : null}
      {record.addendumToId === null ? null : (
        <Banner
          actions={
            <Link
              to="/consultations/$consultationId"
              params={{ consultationId: record.addendumToId }}
              className="ui-button ui-button--secondary ui-button--small"
            >
              {t('consultations.addendumOriginal')}
            </Link>
          }
        >
          {t('consultations.addendumTo')}
        </Banner>
      )}
      <Card title={t('consultations.sections.occasion')}>
        <FactList facts={occasionOf(record)} />
      </Card>
      <Card title={t('consultations.sections.profile')}>
        <FactList
          facts={record.profileSnapshot.map((profile) => ({
            key: profile.contractId,
            label: profile.externalKey,
            value: profileText(profile),
          }))}
        />
      </Card>
      <Card title={t('consultations.sections.recommendations')}>
        {record.recommendations.length === 0 ? (
          <EmptyState title={t('consultations.noRecommendations')} />
        ) : (
          <ul className="consultation__list">
            {record.recommendations.map((one, index) => (
              <li
                key={`${one.contractId}-${one.fundId}-${index}`}
                className="consultation__recommendation consultation__recommendation--read"
              >
                <div className="consultation__fund">
                  <div>
                    <FundLink fundId={one.fundId} name={one.fundName} />
                    <div className="hint">{one.isin}</div>
                  </div>
                  <ColourLabel tone={one.action === 'sell' ? 'neutral' : 'brand'}>
                    {t(`consultations.action.${one.action}`)}
                  </ColourLabel>
                </div>
                {one.reason === '' ? null : <p>{one.reason}</p>}
                <p className="hint">{keyInformationText(one)}</p>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card title={t('consultations.sections.reasons')}>
        <p className="consultation__reasons">{record.reasonText || t('consultations.none')}</p>
        <FactList
          facts={[
            {
              key: 'review',
              label: t('consultations.review'),
              value: t(record.isPeriodicReviewAgreed ? 'consultations.reviewYes' : 'consultations.reviewNo'),
            },
          ]}
        />
      </Card>
      <Card isFlush title={t('consultations.sections.documents')}>
        {record.documents.length === 0 ? (
          <EmptyState title={t('consultations.noDocuments')} />
        ) : (
          <DocumentList documents={record.documents} isWhole />
        )}
      </Card>
    </div>
  );
}

function CompletedBanner({ record }: { record: Consultation }) {
  const user = useSession((state) => state.user);
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const addendum = async () => {
    setBusy(true);
    try {
      const { id } = await beginConsultation({
        customerId: record.customerId,
        contractIds: record.contractIds,
        consultationKind: record.consultationKind,
        initiative: record.initiative,
        place: record.place,
        participants: record.participants,
        addendumToId: record.id,
      });
      await navigate({ to: '/consultations/$consultationId', params: { consultationId: id } });
    } catch (error) {
      showApiError(error);
      setBusy(false);
    }
  };
  return (
    <Banner
      tone="ok"
      actions={
        mayChange(user, 'consultations.create') ? (
          <Button
            size="small"
            isBusy={isBusy}
            icon={<IconFilePlus size={16} aria-hidden="true" />}
            onClick={() => void addendum()}
          >
            {t('consultations.addendum')}
          </Button>
        ) : undefined
      }
    >
      {t('consultations.immutable')}
    </Banner>
  );
}

function occasionOf(record: Consultation) {
  const none = t('consultations.none');
  return [
    {
      key: 'kind',
      label: t('consultations.kindLabel'),
      value: t(`consultations.kind.${record.consultationKind}`),
    },
    {
      key: 'initiative',
      label: t('consultations.initiativeLabel'),
      value: t(`consultations.initiative.${record.initiative}`),
    },
    { key: 'startedAt', label: t('consultations.startedAt'), value: formatDateTime(record.startedAt) },
    { key: 'place', label: t('consultations.place'), value: record.place || none },
    {
      key: 'participants',
      label: t('consultations.participants'),
      value: record.participants.join(', ') || none,
    },
    {
      key: 'contracts',
      label: t('consultations.contracts'),
      value: record.profileSnapshot.map(({ externalKey }) => externalKey).join(', ') || none,
    },
  ];
}

function profileText(profile: Consultation['profileSnapshot'][number]): string {
  const { riskClassId, validUntil, isValid } = profile;
  if (riskClassId === null || validUntil === null) return t('consultations.profileMissing');
  return t(isValid ? 'consultations.profileValid' : 'consultations.profileExpired', {
    riskClass: riskClassId,
    date: formatDate(validUntil),
  });
}

function keyInformationText(one: Recommendation): string {
  const { keyInformationHandedOverAt: at, keyInformationForm: form } = one;
  const label = t('consultations.kid');
  if (at !== null) {
    const date = formatDateTime(at);
    return `${label}: ${t('consultations.kidAt', { date, form: said(handingOverFormNames[form ?? 'portal']) })}`;
  }
  return `${label}: ${t(needsKeyInformation(one) ? 'consultations.kidNot' : 'consultations.kidNotNeeded')}`;
}

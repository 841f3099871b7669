import { hasEnded } from '@depotwerk/domain/contracts/has-ended';
import { personName } from '@depotwerk/domain/customers/person-name';
import { formatDate } from '@depotwerk/domain/date-text';
import { IconUserQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMayChange } from '../../platform/session.ts';
import { today } from '../../platform/today.ts';
import { useWhiteLabel } from '../../platform/white-label.ts';
import { t } from '../../texts/texts.ts';
import { Banner, EmptyState, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { OwnConsentsCard } from './own-consents-card.tsx';
import { OwnContracts } from './own-contracts.tsx';
import { OwnDocuments } from './own-documents.tsx';
import { OwnProfileCard } from './own-profile-card.tsx';
import { type OwnSide, ownSideQuery } from './own-side-queries.ts';
import './own-side.css';

/** `/my`: where a customer begins who signs in herself. */
export function OwnSidePage() {
  const side = useQuery(ownSideQuery);
  const customer = side.data?.customer;
  const title = t('ownSide.title');
  if (side.isError && !side.data) {
    return (
      <div className="stack">
        <PageHeader title={title} />
        <QueryError query={side} />
      </div>
    );
  }
  if (!side.data) {
    return (
      <div className="stack">
        <PageHeader title={title} />
        <Skeleton height={96} />
        <Skeleton height={240} />
      </div>
    );
  }
  if (!customer) {
    return (
      <div className="stack">
        <PageHeader title={title} />
        <Card>
          <EmptyState
            icon={<IconUserQuestion size={36} aria-hidden="true" />}
            title={t('ownSide.noCustomerTitle')}
          >
            {t('ownSide.noCustomer')}
          </EmptyState>
        </Card>
      </div>
    );
  }
  return (
    <div className="stack">
      <PageHeader title={title} subtitle={t('ownSide.greeting', { name: personName(customer) })} />
      {side.data.isPaused ? <Banner tone="info">{t('ownSide.paused')}</Banner> : null}
      {side.data.unreadMessages > 0 ? (
        <Banner
          tone="info"
          title={t('ownSide.unreadMessages', { count: side.data.unreadMessages })}
          actions={
            <Link to="/my/messages" className="ui-button ui-button--secondary ui-button--small">
              {t('ownSide.toMessages')}
            </Link>
          }
        />
      ) : null}
      <OwnContracts contracts={side.data.contracts} />
      <OwnProfileCard side={side.data} />
      <OwnAnalysisCard
        underageUntil={side.data.underageUntil}
        hasContracts={side.data.contracts.some(({ endDate }) => !hasEnded(endDate, today()))}
      />
      <OwnDocuments customerId={customer.id} isUnderage={side.data.underageUntil !== undefined} />
      <OwnConsentsCard underageUntil={side.data.underageUntil} isPaused={side.data.isPaused} />
    </div>
  );
}

/** The way to an analysis of her own contracts, or of what she holds elsewhere, where the house offers them. */
function OwnAnalysisCard({
  underageUntil,
  hasContracts,
}: Pick<OwnSide, 'underageUntil'> & { hasContracts: boolean }) {
  const mayAct = useMayChange();
  const { features, registrationMode } = useWhiteLabel();
  if (!mayAct || !features.depotanalysis || registrationMode === 0) return null;
  if (underageUntil !== undefined)
    return (
      <Card title={t('shell.depotanalysis')}>
        <p className="own-side__profile">
          {t('ownSide.analysis.underage', { date: formatDate(underageUntil) })}
        </p>
      </Card>
    );
  return (
    <Card
      title={t('shell.depotanalysis')}
      actions={
        <Link to="/my/analysis" className="ui-button ui-button--secondary ui-button--small">
          {t('ownSide.analysis.begin')}
        </Link>
      }
    >
      <p className="own-side__profile">
        {t(hasContracts ? 'ownSide.analysis.card' : 'ownSide.analysis.cardWithoutContracts')}
      </p>
    </Card>
  );
}

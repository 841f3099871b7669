import {
  type AnalysisRequest,
  getAnalysisRequest,
  listAnalysisRequests,
} from '@depotwerk/api/prospects/depot-analysis';
import { sharePublicReport } from '@depotwerk/api/reports/reports';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import { mayChange, useSession } from '../../platform/session.ts';
import { useMayInvite } from '../../platform/use-may-invite.ts';
import { said, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, EmptyState, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card, FactList, PageHeader } from '../../ui/layout.tsx';
import { PublicLinks } from '../documents/public/public-links.tsx';
import { saidAnswer } from '../questions/public/said-questions.ts';
import { AnalysisResultView } from './analysis-result.tsx';
import { InvitationsCard } from './invitations-card.tsx';
import { InviteForm } from './invite-form.tsx';
import { RegistrationsCard } from './registrations-card.tsx';
import '../questions/public/questions.css';
import './depotanalysis.css';
import { personName } from '@depotwerk/domain/customers/person-name';

const nameOf = ({ contact }: AnalysisRequest) => personName(contact);

/** `/prospects`: visitors who asked to be contacted, and one of them with answers and result. */
export function ProspectsPage() {
  const { open, invite } = useSearch({ from: '/shell/prospects' });
  const list = useQuery({
    queryKey: ['prospects'],
    queryFn: ({ signal }) => callApi(listAnalysisRequests, {}, { signal }),
  });
  return (
    <div className="stack">
      <PageHeader title={t('prospects.title')} subtitle={t('prospects.subtitle')} />
      {list.isError ? (
        <QueryError query={list} />
      ) : !list.data ? (
        <Skeleton lines={4} />
      ) : (
        <Card title={t('prospects.requests')}>
          {list.data.length === 0 ? (
            <EmptyState title={t('prospects.none')}>{t('prospects.noneHint')}</EmptyState>
          ) : (
            <ul className="analysis__clusters">
              {list.data.map((request) => (
                <li key={request.id} className="prospects__line">
                  <span className="analysis__holding-name">
                    <Link
                      to="/prospects"
                      search={{ open: request.id }}
                      aria-current={request.id === open ? 'true' : undefined}
                    >
                      {nameOf(request)}
                    </Link>
                    <span className="hint">
                      {t('prospects.line', {
                        date: formatDateTime(request.submittedAt),
                        score: request.score,
                        value: formatMoney(request.totalValue),
                      })}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Card>
      )}
      <RegistrationsCard />
      <InvitationsCard customerId={invite} />
      {open === undefined ? null : <OpenRequest key={open} id={open} />}
    </div>
  );
}

/** What was asked for lies below a list that may be long: it is shown, and a reader begins there. */
function showOnce(section: HTMLElement | null) {
  section?.focus({ preventScroll: true });
  section?.scrollIntoView({ block: 'start' });
}

/** How the visitor is reached, and the invitation with which she becomes a customer. */
function ContactOfRequest({ contact }: Pick<AnalysisRequest, 'contact'>) {
  const [isInviting, setInviting] = useState(false);
  const { isOffered } = useMayInvite();
  const { firstName, lastName, email, phoneNumber } = contact;
  const name = personName(contact);
  return (
    <Card
      title={t('prospects.contact')}
      actions={
        isInviting || !isOffered ? null : (
          <Button aria-label={t('prospects.inviteNamed', { name })} onClick={() => setInviting(true)}>
            {t('prospects.invitations.invite')}
          </Button>
        )
      }
    >
      <div className="stack">
        <FactList
          facts={[
            { key: 'email', label: t('analysis.contact.email'), value: email },
            { key: 'phone', label: t('analysis.contact.phoneNumber'), value: phoneNumber || '–' },
            { key: 'message', label: t('analysis.contact.message'), value: contact.message || '–' },
          ]}
        />
        {isInviting ? (
          <>
            <p className="hint">{t('prospects.inviteHint')}</p>
            <InviteForm
              known={{ firstName, lastName, email, phoneNumber }}
              onClose={() => setInviting(false)}
            />
          </>
        ) : null}
      </div>
    </Card>
  );
}

function OpenRequest({ id }: { id: string }) {
  const mayShare = useSession(({ user }) => mayChange(user, 'reports.create'));
  const request = useQuery({
    queryKey: ['prospects', id],
    queryFn: ({ signal }) => callApi(getAnalysisRequest, { params: { id } }, { signal }),
  });
  if (request.isError) {
    // 400: what the address names is no request at all. Trying again helps with neither.
    if (request.error instanceof ApiError && [400, 404].includes(request.error.status)) {
      return (
        <section tabIndex={-1} ref={showOnce}>
          <Banner tone="warn" role="alert" title={t('prospects.gone')}>
            <Link to="/prospects">{t('prospects.toRequests')}</Link>
          </Banner>
        </section>
      );
    }
    return <QueryError query={request} />;
  }
  if (!request.data) return <Skeleton height={320} />;
  const { contact, lines, result, expiresAt } = request.data;
  return (
    <section className="stack" aria-label={nameOf(request.data)} tabIndex={-1} ref={showOnce}>
      <h2>{nameOf(request.data)}</h2>
      <Banner tone="info">{t('prospects.until', { day: formatDateTime(expiresAt) })}</Banner>
      <ContactOfRequest contact={contact} />
      <AnalysisResultView result={result} />
      {mayShare ? (
        <Card title={t('reports.share.analysisTitle')}>
          <div className="stack">
            <p className="hint">{t('reports.share.analysisIntro')}</p>
            <PublicLinks
              onShare={(limits) =>
                callApi(sharePublicReport, {
                  body: { reportType: 'depotAnalysisResult', analysisId: id, ...limits },
                })
              }
              filter={{ analysisId: id }}
            />
          </div>
        </Card>
      ) : null}
      <Card title={t('prospects.answers')}>
        <dl className="questionnaire__summary">
          {lines.map(({ title, text }) => (
            <div key={title}>
              <dt>{said(title)}</dt>
              <dd>{text === '' ? '–' : saidAnswer(text)}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </section>
  );
}

import type { AnalysisContact, DepotAnalysis } from '@depotwerk/api/prospects/depot-analysis';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ContactField, isContact } from '../../forms/contact-field.tsx';
import { queryClient } from '../../platform/query-client.ts';
import { mayRegister, useWhiteLabel } from '../../platform/white-label.ts';
import { t } from '../../texts/texts.ts';
import { Arrival } from '../../ui/arrival.tsx';
import { Button } from '../../ui/button.tsx';
import { Banner, ErrorBanner } from '../../ui/feedback.tsx';
import { PlainForm } from '../../ui/field.tsx';
import { Card } from '../../ui/layout.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { analysisQuery, deleteAnalysis, savePaper, submitContact } from './analysis-queries.ts';
import { CompleteCard } from './complete-card.tsx';
import { useGone } from './use-gone.ts';

const RegisterCard = lazy(async () => ({ default: (await import('./register-card.tsx')).RegisterCard }));

/** Where an analysis stands: a visitor's, or a customer's own side. */
export type AnalysisHome = '/depotanalysis' | '/my/analysis';

interface AnalysisEndProps {
  guid: string;
  invitationGuid: string | null;
  home: AnalysisHome;
  analysis: DepotAnalysis;
  hasResult: boolean;
  isSent: boolean;
  onSent: () => void;
  /** Back to the holdings; null once submitted. */
  onBack: (() => void) | null;
}

/** What can be done with a result: keep it as PDF, ask to be contacted, or have everything erased. */
export function AnalysisEnd(props: AnalysisEndProps) {
  const { guid, invitationGuid, home, analysis, hasResult, isSent, onSent, onBack } = props;
  const navigate = useNavigate();
  const { registrationMode } = useWhiteLabel();
  const isVisitor = home === '/depotanalysis' && invitationGuid === null;
  const mayAskForAccess = isVisitor && hasResult && mayRegister(registrationMode);
  const [isDeleting, setDeleting] = useState(false);
  const paper = useMutation({ mutationFn: () => savePaper(guid) });
  const deletion = useMutation({
    mutationFn: () => deleteAnalysis(guid),
    onSuccess: async () => {
      queryClient.removeQueries({ queryKey: analysisQuery(guid).queryKey });
      await navigate({ to: home, hash: '', replace: true });
    },
  });
  useGone(paper.error, deletion.error);
  const error = paper.error ?? deletion.error;
  // Handed over, answers are part of the customer's data: erasing the analysis would not erase them.
  const isCustomers = invitationGuid !== null && isSent;
  return (
    <>
      <ErrorBanner error={error} />
      <div className="question__buttons">
        {onBack === null ? null : <Button onClick={onBack}>{t('analysis.end.back')}</Button>}
        {hasResult ? (
          <Button kind="primary" isBusy={paper.isPending} onClick={() => paper.mutate()}>
            {t('analysis.end.pdf')}
          </Button>
        ) : null}
      </div>
      {invitationGuid !== null ? (
        <CompleteCard
          guid={guid}
          invitationGuid={invitationGuid}
          hasResult={hasResult}
          email={analysis.invited?.email ?? ''}
          isUnderage={analysis.isInvitedUnderage === true}
          isDone={isSent}
          onDone={onSent}
        />
      ) : home === '/my/analysis' ? (
        <Banner
          tone="info"
          title={t('analysis.end.askTitle')}
          actions={
            <Link to="/my/messages" className="ui-button ui-button--secondary ui-button--small">
              {t('ownSide.toMessages')}
            </Link>
          }
        >
          {t('analysis.end.ask')}
        </Banner>
      ) : isSent ? (
        <Arrival>
          <Banner tone="ok" role="status" title={t('analysis.end.sentTitle')}>
            {t('analysis.end.sent')}
          </Banner>
        </Arrival>
      ) : (
        <ContactCard guid={guid} invited={analysis.invited} onSent={onSent} />
      )}
      {mayAskForAccess ? (
        <Suspense>
          <RegisterCard guid={guid} />
        </Suspense>
      ) : null}
      {isCustomers ? null : (
        <Card title={t('analysis.end.deleteTitle')}>
          <div className="stack">
            <p>{t('analysis.end.deleteText')}</p>
            <div className="row">
              {isDeleting ? (
                <>
                  <Button kind="danger" isBusy={deletion.isPending} onClick={() => deletion.mutate()}>
                    {t('analysis.end.deleteNow')}
                  </Button>
                  <Button onClick={() => setDeleting(false)}>{t('common.cancel')}</Button>
                </>
              ) : (
                <Button onClick={() => setDeleting(true)}>{t('analysis.end.delete')}</Button>
              )}
            </div>
          </div>
        </Card>
      )}
    </>
  );
}

const noContact: AnalysisContact = { firstName: '', lastName: '', email: '', phoneNumber: '', message: '' };
function ContactCard({
  guid,
  invited,
  onSent,
}: {
  guid: string;
  invited: DepotAnalysis['invited'];
  onSent: () => void;
}) {
  const [contact, setContact] = useState<AnalysisContact>({ ...noContact, ...invited });
  const [isTried, setTried] = useState(false);
  const submission = useMutation({
    mutationFn: () => submitContact(guid, contact),
    onSuccess: onSent,
  });
  useGone(submission.error);
  const set = (field: keyof AnalysisContact) => (text: string) =>
    setContact((known) => ({ ...known, [field]: text }));
  return (
    <Card title={t('analysis.contact.title')}>
      <PlainForm
        className="stack"
        onSubmit={() => {
          setTried(true);
          if (isContact(contact)) submission.mutate();
        }}
      >
        <p>{t('analysis.contact.intro')}</p>
        <div className="analysis__pair">
          {(['firstName', 'lastName', 'email', 'phoneNumber'] as const).map((field) => (
            <ContactField
              key={field}
              field={field}
              value={contact[field]}
              onChange={set(field)}
              isTried={isTried}
              isOwn
            />
          ))}
        </div>
        <TextArea
          label={t('analysis.contact.message')}
          value={contact.message}
          onChange={set('message')}
          maxLength={2000}
          rows={3}
        />
        <ErrorBanner error={submission.error} />
        <div className="row">
          <Button kind="primary" type="submit" isBusy={submission.isPending}>
            {t('analysis.contact.submit')}
          </Button>
        </div>
      </PlainForm>
    </Card>
  );
}

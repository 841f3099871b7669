import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import { underageUntil } from '@depotwerk/domain/customers/majority';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { checkAnswers } from '@depotwerk/domain/questions/check-answers';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { showApiError } from '../../platform/error-texts.ts';
import { today } from '../../platform/today.ts';
import { customerQuery } from '../../queries/customer-queries.ts';
import { customerCrumbs } from '../../shell/customer-crumbs.tsx';
import { said, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { UnderageNotice } from '../../ui/underage-notice.tsx';
import { FirmNotice } from './firm-notice.tsx';
import { answersBegun, answersToBeginWith } from './public/answers-to-begin-with.ts';
import { QuestionForm } from './public/question-form.tsx';
import {
  type AnswersDraft,
  discardAnswers,
  type GivenAnswers,
  newestAnswersQuery,
  type Questionnaire,
  questionnaireQuery,
  type WaitingAnswers,
  waitingAnswersQuery,
} from './public/question-queries.ts';
import { useAnswers } from './public/use-answers.ts';
import { useAnsweredVersion, useQuestionnaire } from './public/use-questionnaire.ts';
import { useSteps } from './public/use-steps.ts';
import { VersionChanges } from './public/version-changes.tsx';
import { ResultStep } from './result-step.tsx';
import './public/questions.css';
import { personName } from '@depotwerk/domain/customers/person-name';
import { ForOneself } from '../../ui/for-oneself.tsx';

/** `/questionnaires/{key}/{customerId}`: a customer is asked, the answers are looked at together, the result is confirmed. */
export const QuestionnairePage = () => (
  <ForOneself title={t('questions.title')}>
    <AskedCustomer />
  </ForOneself>
);

function AskedCustomer() {
  const { questionnaireKey, customerId } = useParams({
    from: '/shell/questionnaires/$questionnaireKey/$customerId',
  });
  const customer = useQuery(customerQuery(customerId));
  const waiting = useQuery(waitingAnswersQuery(customerId));
  const recorded = useQuery(newestAnswersQuery(questionnaireKey, customerId));
  const asked = useQuestionnaire(questionnaireQuery, questionnaireKey, customerId);
  const { questionnaire, draft, isWaiting, old, edition, reload } = asked;
  const given = waiting.data?.find(({ questionnaireKey: key }) => key === questionnaireKey) ?? null;
  const isGivenOld =
    given !== null && questionnaire.data !== undefined && given.version !== questionnaire.data.version;
  const givenTo = useAnsweredVersion(questionnaireQuery, questionnaireKey, isGivenOld ? given.version : null);
  const failed =
    [customer, waiting, recorded].find(({ isError }) => isError) ?? asked.failed ?? givenTo.failed;
  if (failed) {
    return (
      <div className="stack">
        <PageHeader title={t('questions.title')} />
        <QueryError title={t('questions.loadFailed')} query={failed} />
      </div>
    );
  }
  if (
    !customer.data ||
    !questionnaire.data ||
    !waiting.data ||
    draft.data === undefined ||
    recorded.data === undefined ||
    isWaiting ||
    givenTo.isLoading
  ) {
    return (
      <div className="stack">
        <PageHeader title={t('questions.title')} />
        <Skeleton height={320} />
      </div>
    );
  }
  return (
    <OpenQuestionnaire
      key={`${customerId} ${questionnaire.data.version} ${edition}`}
      customer={customer.data}
      questionnaire={questionnaire.data}
      draft={draft.data}
      old={old}
      given={given}
      givenTo={givenTo.known}
      recorded={recorded.data}
      isReloaded={edition > 0}
      onReload={async () => {
        await Promise.all([waiting.refetch(), recorded.refetch()]);
        await reload();
      }}
    />
  );
}

interface OpenProps {
  customer: CustomerDetail;
  questionnaire: Questionnaire;
  draft: AnswersDraft | null;
  /** The version the draft was begun with, where it is not this one. */
  old: Questionnaire | null;
  /** What the customer answered herself and nobody has confirmed. */
  given: WaitingAnswers | null;
  /** The version she answered, where it is not this one. */
  givenTo: Questionnaire | null;
  /** What has been confirmed, newest first; null = not to be seen. */
  recorded: readonly GivenAnswers[] | null;
  isReloaded: boolean;
  onReload: () => Promise<void>;
}

/** Newest confirmed answers when a draft, or a new sitting, was begun; undefined = not known. */
function seenWhenBegun(recorded: OpenProps['recorded'], draft: AnswersDraft | null) {
  if (draft?.seenAnswersId !== undefined) return draft.seenAnswersId;
  if (recorded === null) return undefined;
  const before = draft === null ? recorded : recorded.filter((one) => one.recordedAt <= draft.createdAt);
  return before[0]?.id ?? null;
}

function OpenQuestionnaire(props: OpenProps) {
  const { customer, questionnaire, draft, given, givenTo, recorded, onReload } = props;
  // Without answers of one's own those of the customer are looked at.
  const old = draft === null ? givenTo : props.old;
  const { contractId } = useSearch({ from: '/shell/questionnaires/$questionnaireKey/$customerId' });
  const [initial] = useState(() => answersToBeginWith(questionnaire, draft, given, old));
  const begun = answersBegun(draft, given);
  // What is confirmed is what was shown, not what has come since.
  const [seenId] = useState(given?.id ?? null);
  const state = useAnswers(
    { questionnaireKey: questionnaire.key, customerId: customer.id, version: questionnaire.version },
    initial,
    draft?.revision ?? null,
    seenWhenBegun(recorded, draft),
  );
  const newest = recorded?.[0];
  const isRecordedSince =
    newest !== undefined && state.seenAnswersId !== undefined && newest.id !== state.seenAnswersId;
  const { step: wanted, show, turning } = useSteps<'questions' | 'result'>('questions', props.isReloaded);
  // Whoever comes back to a result by the browser's buttons finds it only while its answers are still there.
  const isWhole = checkAnswers(questionnaire.questions, state.answers, today()).length === 0;
  const step = isWhole ? wanted : 'questions';
  const isResumed = draft !== null && draft.version === questionnaire.version;
  const name = personName(customer);
  const underage = underageUntil(customer.dateOfBirth, today());
  return (
    <div className="stack questionnaire">
      <PageHeader
        breadcrumbs={[
          ...customerCrumbs({ id: customer.id, name }, 'profile'),
          <span key="questionnaire">{said(questionnaire.title)}</span>,
        ]}
        title={t('questions.titleOf', { title: said(questionnaire.title), name })}
        subtitle={t('questions.version', { version: questionnaire.version })}
      />
      {state.saving === 'elsewhere' ? (
        <Banner tone="warn" role="alert" title={t('questions.elsewhereTitle')}>
          <p>{t('questions.elsewhere')}</p>
          <button type="button" className="ui-button ui-button--small" onClick={() => void onReload()}>
            {t('questions.elsewhereLoad')}
          </button>
        </Banner>
      ) : null}
      {isRecordedSince ? (
        <Banner tone="warn">
          {t('questions.recordedSince', {
            name: newest.recordedBy ?? t('questions.somebody'),
            date: formatDateTime(newest.recordedAt),
          })}
        </Banner>
      ) : null}
      {underage === null ? null : <UnderageNotice name={name} until={underage} isAsked />}
      <FirmNotice customer={customer} />
      {step === 'questions' ? <VersionChanges old={old} begun={begun} questionnaire={questionnaire} /> : null}
      {given && step === 'questions' ? (
        <GivenBanner
          given={given}
          questionnaire={questionnaire}
          isLost={given.version !== questionnaire.version && givenTo === null}
          isBeside={draft !== null || given.id !== seenId}
          onReload={onReload}
        />
      ) : null}
      {isResumed && step === 'questions' && turning.place.questionId === null ? (
        <Banner tone="info">{t('questions.resumed')}</Banner>
      ) : null}
      {step === 'questions' ? (
        <QuestionForm
          questions={questionnaire.questions}
          state={state}
          turning={turning}
          doneLabel={questionnaire.scoring ? undefined : t('questions.toAnswers')}
          onDone={() => {
            void state.flush();
            show('result');
          }}
        />
      ) : (
        <ResultStep
          customer={customer}
          questionnaire={questionnaire}
          state={state}
          contractId={contractId}
          seenOwnAnswersId={seenId}
          onChange={(question) => show('questions', question)}
          onOutdated={async () => {
            await state.flush();
            await onReload();
            // What is new stands above the questions: a result that stayed would look as if nothing had been refused.
            show('questions');
          }}
        />
      )}
    </div>
  );
}

/** The customer has answered by herself: her answers are shown, or can be taken instead of one's own. */
function GivenBanner({
  given,
  questionnaire,
  isLost,
  isBeside,
  onReload,
}: {
  given: WaitingAnswers;
  questionnaire: Questionnaire;
  /** Nobody knows what the version she answered asked. */
  isLost: boolean;
  /** Other answers than these stand in the form. */
  isBeside: boolean;
  onReload: () => Promise<void>;
}) {
  const { customerId } = useParams({ from: '/shell/questionnaires/$questionnaireKey/$customerId' });
  const date = formatDateTime(given.submittedAt);
  const take = async () => {
    try {
      await discardAnswers(questionnaire.key, customerId);
      await onReload();
    } catch (error) {
      showApiError(error);
    }
  };
  const { version } = given;
  if (isLost) return <Banner tone="warn">{t('questions.givenLost', { date, version })}</Banner>;
  if (!isBeside)
    return (
      <Banner tone="info">
        {version === questionnaire.version
          ? t('questions.given', { date })
          : t('questions.givenOld', { date, version })}
      </Banner>
    );
  return (
    <Banner
      tone="info"
      actions={
        <Button size="small" onClick={() => void take()}>
          {t('questions.takeGiven')}
        </Button>
      }
    >
      {t('questions.givenBeside', { date })}
    </Banner>
  );
}

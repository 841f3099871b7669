import { submitOwnAnswers } from '@depotwerk/api/questionnaires/own-answers';
import { formatDate, formatDateTime } from '@depotwerk/domain/date-text';
import { checkAnswers } from '@depotwerk/domain/questions/check-answers';
import { visibleAnswers } from '@depotwerk/domain/questions/visible-questions';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import { queryClient } from '../../platform/query-client.ts';
import { today } from '../../platform/today.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, ErrorBanner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { ForOneself } from '../../ui/for-oneself.tsx';
import { Card, crumb, PageHeader } from '../../ui/layout.tsx';
import { showToast } from '../../ui/toast.tsx';
import { answersBegun, answersToBeginWith } from '../questions/public/answers-to-begin-with.ts';
import { QuestionForm } from '../questions/public/question-form.tsx';
import {
  listOf,
  ownLastAnswersQuery,
  ownQuestionnaireQuery,
  type Questionnaire,
} from '../questions/public/question-queries.ts';
import { SummaryCard } from '../questions/public/summary-card.tsx';
import { type AnswersState, useAnswers } from '../questions/public/use-answers.ts';
import { useAnsweredVersion, useQuestionnaire } from '../questions/public/use-questionnaire.ts';
import { useSteps } from '../questions/public/use-steps.ts';
import { VersionChanges } from '../questions/public/version-changes.tsx';
import { ownSideQuery } from './own-side-queries.ts';
import '../questions/public/questions.css';

/** `/my/profile`: a customer answers the risk profile herself; her adviser confirms it. */
export const OwnProfilePage = () => (
  <ForOneself title={t('ownSide.profile.title')}>
    <OwnProfile />
  </ForOneself>
);

function OwnProfile() {
  const side = useQuery(ownSideQuery);
  const customerId = side.data?.customer?.id;
  return (
    <div className="stack questionnaire">
      <PageHeader
        breadcrumbs={[
          crumb('/my', t('ownSide.title')),
          <span key="profile">{t('ownSide.profile.title')}</span>,
        ]}
        title={t('ownSide.profile.title')}
        subtitle={
          side.data?.underageUntil === undefined && !side.data?.isPaused
            ? t('ownSide.profile.subtitle')
            : undefined
        }
      />
      {side.isError ? (
        <QueryError query={side} />
      ) : customerId === undefined ? (
        <Skeleton height={320} />
      ) : side.data?.isPaused ? (
        <Banner tone="info">{t('ownSide.paused')}</Banner>
      ) : side.data?.underageUntil !== undefined ? (
        <Banner tone="info">
          {t('customers.underage.own', { date: formatDate(side.data.underageUntil) })}
        </Banner>
      ) : (
        <Answering customerId={customerId} waitingSince={side.data?.profileSubmittedAt ?? null} />
      )}
    </div>
  );
}

function Answering({ customerId, waitingSince }: { customerId: string; waitingSince: string | null }) {
  const { questionnaire, draft, isWaiting, old, failed, edition, reload } = useQuestionnaire(
    ownQuestionnaireQuery,
    'riskProfile',
    customerId,
  );
  const last = useQuery(ownLastAnswersQuery('riskProfile'));
  // What she has begun is newer than what she answered last.
  const lastVersion = draft.data === null ? (last.data?.version ?? null) : null;
  const isOlder = questionnaire.data !== undefined && lastVersion !== questionnaire.data.version;
  const lastAsked = useAnsweredVersion(ownQuestionnaireQuery, 'riskProfile', isOlder ? lastVersion : null);
  const broken = failed ?? (last.isError ? last : null) ?? lastAsked.failed;
  if (broken) {
    return <QueryError title={t('questions.loadFailed')} query={broken} />;
  }
  if (
    !questionnaire.data ||
    draft.data === undefined ||
    last.data === undefined ||
    last.isFetching ||
    isWaiting ||
    lastAsked.isLoading
  )
    return <Skeleton height={320} />;
  const begun = draft.data;
  const before = begun === null ? last.data : null;
  const asked = begun === null ? lastAsked.known : old;
  const initial = answersToBeginWith(questionnaire.data, begun, before, asked);
  return (
    <Questions
      key={`${questionnaire.data.version} ${edition}`}
      customerId={customerId}
      questionnaire={questionnaire.data}
      begun={answersBegun(begun, before)}
      initial={initial}
      answeredOn={before !== null && initial.size > 0 ? before.answeredOn : null}
      isResumed={begun?.version === questionnaire.data.version}
      old={asked}
      waitingSince={waitingSince}
      revision={begun?.revision ?? null}
      isReloaded={edition > 0}
      onReload={reload}
    />
  );
}

interface QuestionsProps {
  customerId: string;
  questionnaire: Questionnaire;
  /** The answers it begins with, as she gave them. */
  begun: AnswersState['answers'];
  initial: AnswersState['answers'];
  /** The day she gave the answers it begins with; null where they are none from before. */
  answeredOn: string | null;
  /** It begins with what she had begun before. */
  isResumed: boolean;
  /** The version the answers were begun with, where it is not this one. */
  old: Questionnaire | null;
  /** When she sent answers nobody has confirmed yet. */
  waitingSince: string | null;
  revision: number | null;
  isReloaded: boolean;
  onReload: () => Promise<void>;
}

function Questions(props: QuestionsProps) {
  const { customerId, questionnaire, initial, old, waitingSince, revision, onReload } = props;
  const { key, version, questions } = questionnaire;
  const state = useAnswers({ questionnaireKey: key, customerId, version }, initial, revision);
  const { step, show, turning } = useSteps<'questions' | 'answers'>('questions', props.isReloaded);
  // Whoever comes back to her answers by the browser's buttons finds them only while they are still there.
  const isLooking = step === 'answers' && checkAnswers(questions, state.answers, today()).length === 0;
  return (
    <>
      {state.saving === 'elsewhere' ? (
        <Banner tone="warn" role="alert" title={t('questions.elsewhereTitle')}>
          <p>{t('questions.elsewhere')}</p>
          <Button size="small" onClick={() => void onReload()}>
            {t('questions.elsewhereLoad')}
          </Button>
        </Banner>
      ) : null}
      {isLooking || waitingSince === null ? null : (
        <Banner tone="info">{t('ownSide.profile.replaces', { date: formatDateTime(waitingSince) })}</Banner>
      )}
      {isLooking || props.answeredOn === null ? null : (
        <Banner tone="info">
          {t('ownSide.profile.answeredBefore', { date: formatDate(props.answeredOn) })}
        </Banner>
      )}
      {props.isResumed && !isLooking && turning.place.questionId === null ? (
        <Banner tone="info">{t('questions.resumed')}</Banner>
      ) : null}
      {isLooking ? null : <VersionChanges old={old} begun={props.begun} questionnaire={questionnaire} />}
      {isLooking ? (
        <Submitting
          questionnaire={questionnaire}
          state={state}
          onChange={(question) => show('questions', question)}
          onReload={onReload}
        />
      ) : (
        <QuestionForm
          questions={questions}
          state={state}
          turning={turning}
          doneLabel={t('questions.toAnswers')}
          onDone={() => {
            void state.flush();
            show('answers');
          }}
        />
      )}
    </>
  );
}

interface SubmittingProps {
  questionnaire: Questionnaire;
  state: AnswersState;
  onChange: (questionId: string | null) => void;
  onReload: () => Promise<void>;
}

/** All answers to look at once more, and handing them over. */
function Submitting({ questionnaire, state, onChange, onReload }: SubmittingProps) {
  const { key, version, questions } = questionnaire;
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const submit = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await state.flush();
      const answers = listOf(visibleAnswers(questions, state.answers));
      await callApi(submitOwnAnswers, { params: { key }, body: { version, answers } });
      showToast(t('ownSide.profile.done'));
      await queryClient.invalidateQueries({ queryKey: ['ownSide'] });
      await navigate({ to: '/my' });
    } catch (error) {
      setBusy(false);
      // The page begins anew with what is stored: what could not be stored would be lost with it.
      const isOutdated = error instanceof ApiError && error.code === 'questionnaire.outdated';
      if (isOutdated && (await state.flush())) {
        await onReload();
        // What is new stands above the questions: her answers alone would look as if nothing had been refused.
        onChange(null);
      } else setFailure(error);
    }
  };
  return (
    <>
      <SummaryCard questionnaire={questionnaire} answers={state.answers} onChange={onChange} />
      <Card title={t('ownSide.profile.submitTitle')}>
        <div className="stack">
          <p>{t('ownSide.profile.submitHint')}</p>
          <ErrorBanner error={failure} />
          <div className="question__buttons">
            <Button onClick={() => onChange(null)}>{t('questions.backToQuestions')}</Button>
            <Button kind="primary" isBusy={isBusy} onClick={() => void submit()}>
              {t('ownSide.profile.submit')}
            </Button>
          </div>
        </div>
      </Card>
    </>
  );
}

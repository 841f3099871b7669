import { carryOver, compareQuestionnaires } from '@depotwerk/domain/questions/compare-questionnaires';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient } from '../../platform/query-client.ts';
import { t } from '../../texts/texts.ts';
import { Banner, LoadError, Skeleton } from '../../ui/feedback.tsx';
import { Breadcrumbs, PageHeader } from '../../ui/layout.tsx';
import type { CustomerDetail } from '../customers/customer-queries.ts';
import { customerQuery } from '../customers/customer-queries.ts';
import { QuestionForm } from './question-form.tsx';
import {
  type AnswersDraft,
  answersDraftQuery,
  type Questionnaire,
  questionnaireQuery,
} from './question-queries.ts';
import { ResultStep } from './result-step.tsx';
import { useAnswers } from './use-answers.ts';
import './questions.css';

/** `/questionnaires/{key}/{customerId}`: a customer is asked, the answers are looked at together, the result is confirmed. */
export function QuestionnairePage() {
  const { questionnaireKey, customerId } = useParams({
    from: '/shell/questionnaires/$questionnaireKey/$customerId',
  });
  const [edition, setEdition] = useState(0);
  const customer = useQuery(customerQuery(customerId));
  const questionnaire = useQuery(questionnaireQuery(questionnaireKey));
  const draft = useQuery(answersDraftQuery(questionnaireKey, customerId));
  const isOld =
    draft.data !== undefined && draft.data !== null && draft.data.version !== questionnaire.data?.version;
  const old = useQuery({
    ...questionnaireQuery(questionnaireKey, draft.data?.version),
    enabled: isOld && questionnaire.data !== undefined,
    retry: false,
  });
  const failed = [customer, questionnaire, draft].find(({ isError }) => isError);
  if (failed) {
    return (
      <div className="stack">
        <PageHeader title={t('questions.title')} />
        <LoadError
          title={t('questions.loadFailed')}
          error={failed.error}
          isRetrying={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      </div>
    );
  }
  const isWaiting = draft.isFetching || (isOld && old.isLoading);
  if (!customer.data || !questionnaire.data || draft.data === undefined || isWaiting) {
    return (
      <div className="stack">
        <PageHeader title={t('questions.title')} />
        <Skeleton height={320} />
      </div>
    );
  }
  // Both are read anew: what was answered to the old version is carried over to the new one.
  const reload = async () => {
    await queryClient.invalidateQueries({ queryKey: ['questionnaire', questionnaireKey] });
    await draft.refetch();
    setEdition((count) => count + 1);
  };
  return (
    <OpenQuestionnaire
      key={`${customerId} ${questionnaire.data.version} ${edition}`}
      customer={customer.data}
      questionnaire={questionnaire.data}
      draft={draft.data}
      old={isOld ? (old.data ?? null) : null}
      onReload={reload}
    />
  );
}

interface OpenProps {
  customer: CustomerDetail;
  questionnaire: Questionnaire;
  draft: AnswersDraft | null;
  /** The version the draft was begun with, where it is not this one. */
  old: Questionnaire | null;
  onReload: () => Promise<void>;
}

function OpenQuestionnaire({ customer, questionnaire, draft, old, onReload }: OpenProps) {
  const { contractId } = useSearch({ from: '/shell/questionnaires/$questionnaireKey/$customerId' });
  const [initial] = useState(() => {
    if (!draft) return new Map();
    if (draft.version === questionnaire.version) return draft.answers;
    return old ? carryOver(old.questions, questionnaire.questions, draft.answers) : new Map();
  });
  const state = useAnswers(
    { questionnaireKey: questionnaire.key, customerId: customer.id, version: questionnaire.version },
    initial,
    draft?.revision ?? null,
  );
  const [step, setStep] = useState<'questions' | 'result'>('questions');
  const [startAt, setStartAt] = useState<string | null>(null);
  const name = `${customer.firstName} ${customer.lastName}`.trim();
  const show = (next: 'questions' | 'result', question: string | null = null) => {
    setStartAt(question);
    setStep(next);
    window.scrollTo({ top: 0 });
  };
  const changes = old ? compareQuestionnaires(old.questions, questionnaire.questions) : [];
  return (
    <div className="stack questionnaire">
      <PageHeader
        breadcrumbs={
          <Breadcrumbs>
            {[
              <Link key="list" to="/customers">
                {t('customers.title')}
              </Link>,
              <Link
                key="customer"
                to="/customers/$customerId"
                params={{ customerId: customer.id }}
                search={{ tab: 'profile' }}
              >
                {name}
              </Link>,
              <span key="questionnaire">{questionnaire.title}</span>,
            ]}
          </Breadcrumbs>
        }
        title={t('questions.titleOf', { title: questionnaire.title, name })}
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
      {changes.length > 0 && step === 'questions' ? (
        <Banner tone="info" role="status" title={t('questions.newVersion')}>
          <ul>
            {changes.map(({ questionId, title, kind }) => (
              <li key={questionId}>
                {t(`questions.change.${kind}`)}: {title}
              </li>
            ))}
          </ul>
        </Banner>
      ) : null}
      {draft && changes.length === 0 && step === 'questions' && startAt === null ? (
        <Banner tone="info">{t('questions.resumed')}</Banner>
      ) : null}
      {step === 'questions' ? (
        <QuestionForm
          questions={questionnaire.questions}
          state={state}
          startAt={startAt}
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
          answers={state.answers}
          contractId={contractId}
          onChange={(question) => show('questions', question)}
          onOutdated={async () => {
            await state.flush();
            await onReload();
          }}
          flush={state.flush}
        />
      )}
    </div>
  );
}

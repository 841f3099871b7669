import type { AnalysisHolding, AnalysisResult, DepotAnalysis } from '@depotwerk/api/prospects/depot-analysis';
import { checkAnswers } from '@depotwerk/domain/questions/check-answers';
import { withAnswer } from '@depotwerk/domain/questions/choose-values';
import { type Answers, type AnswerValue, answersOf } from '@depotwerk/domain/questions/questionnaire';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { errorMessageOf } from '../../../platform/error-texts.ts';
import { today } from '../../../platform/today.ts';
import { t } from '../../../texts/texts.ts';
import { beginAtTop } from '../../../ui/begin-at-top.ts';
import { Banner, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { QuestionForm } from '../../questions/public/question-form.tsx';
import { useKept } from '../../questions/public/use-kept.ts';
import { useSteps } from '../../questions/public/use-steps.ts';
import { AnalysisEnd, type AnalysisHome } from '../analysis-end.tsx';
import { analysisQuery, calculate, storeAnalysis } from '../analysis-queries.ts';
import { AnalysisResultView } from '../analysis-result.tsx';
import { analysisBanksQuery } from '../bank-link-queries.ts';
import { HoldingsStep } from '../holdings-step.tsx';
import { ResumeLink } from '../resume-link.tsx';
import { AnalysisGone, isGoneError } from '../use-gone.ts';
import '../../questions/public/questions.css';
import '../depotanalysis.css';

/** An analysis that was begun: found again by its link, on any machine. */
export function OpenAnalysis({
  guid,
  invitationGuid = null,
  home = '/depotanalysis',
  onGone,
}: {
  guid: string;
  invitationGuid?: string | null;
  /** It ended while it was worked on, and the page says why (the same function each time); else that is said here. */
  onGone?: () => void;
  /** Page it stands on, where another one begins. */
  home?: AnalysisHome;
}) {
  const analysis = useQuery(analysisQuery(guid));
  const [isOver, setOver] = useState(false);
  const end = useCallback(() => {
    if (onGone) onGone();
    else setOver(true);
  }, [onGone]);
  if (analysis.isError) {
    // 400: what the link names is no guid.
    if (isGoneError(analysis.error, [400, 404])) return <Gone home={home} />;
    return (
      <>
        <h1 tabIndex={-1}>{t('shell.depotanalysis')}</h1>
        <QueryError query={analysis} />
      </>
    );
  }
  if (!analysis.data) return <Skeleton height={320} />;
  if (isOver) return <Gone home={home} />;
  return (
    <AnalysisGone value={end}>
      <AnalysisSteps
        guid={guid}
        invitationGuid={invitationGuid}
        home={home}
        analysis={analysis.data}
        onGone={end}
      />
    </AnalysisGone>
  );
}

/** Over, erased, or behind a link that was cut off. */
function Gone({ home }: { home: AnalysisHome }) {
  return (
    <>
      <h1 tabIndex={-1}>{t('shell.depotanalysis')}</h1>
      <Banner tone="warn" role="alert" title={t('analysis.gone.title')}>
        <p>{t('analysis.gone.text')}</p>
        <Link to={home} hash="">
          {t('analysis.gone.again')}
        </Link>
      </Banner>
    </>
  );
}

const steps = ['questions', 'holdings', 'result'] as const;
type Step = (typeof steps)[number];

interface Notes {
  readonly answers: Answers;
  readonly holdings: readonly AnalysisHolding[];
}

/** The first question left to answer: holdings may be there before, from contracts or from when the house asked otherwise. */
const firstOpen = ({ questionnaire }: DepotAnalysis, answers: Answers): string | null =>
  checkAnswers(questionnaire.questions, answers, today())[0]?.questionId ?? null;

/** Whoever was on the way to a bank goes on there. */
function firstStep(analysis: DepotAnalysis): Step {
  if (analysis.hasBankLink) return 'holdings';
  if (analysis.result !== null) return 'result';
  const isAsked = analysis.holdings.length === 0 || firstOpen(analysis, answersOf(analysis.answers)) !== null;
  return isAsked ? 'questions' : 'holdings';
}

function AnalysisSteps({
  guid,
  invitationGuid,
  home,
  analysis,
  onGone,
}: {
  guid: string;
  /** Of the invitation it belongs to; null = anybody's. */
  invitationGuid: string | null;
  home: AnalysisHome;
  analysis: DepotAnalysis;
  /** A call found it over, erased, or its invitation taken back: nothing typed here can be stored any more. */
  onGone: () => void;
}) {
  const { questions } = analysis.questionnaire;
  const [first] = useState(() => firstStep(analysis));
  const [isSubmitted, setSubmitted] = useState(analysis.state === 'submitted');
  const { step: wanted, show, turning } = useSteps<Step>(first);
  // What was handed over is not changed any more, wherever the browser's back button leads.
  const step = isSubmitted ? 'result' : wanted;
  const [result, setResult] = useState<AnalysisResult | null>(analysis.result);
  const version = useRef(analysis.rowVersion);
  const [initial] = useState(
    (): Notes => ({
      answers: answersOf(analysis.answers),
      holdings: analysis.holdings,
    }),
  );
  const store = useCallback(
    async (notes: Notes, isLeaving: boolean) => {
      try {
        version.current = await storeAnalysis(guid, notes, version.current, isLeaving);
      } catch (error) {
        if (isGoneError(error)) onGone();
        throw error;
      }
    },
    [guid, onGone],
  );
  // What led here, the consent or a day of birth, has gone with what was focused.
  useEffect(beginAtTop, []);
  const hasNotes = analysis.answers.length + analysis.holdings.length > 0;
  const { value, saving: storing, change: keep, flush } = useKept(initial, hasNotes, store);
  const change = useCallback(
    (next: (notes: Notes) => Notes) => {
      // It was of what is changed: the browser's back button leads to no result but a new one.
      setResult(null);
      keep(next);
    },
    [keep],
  );
  const setAnswer = useCallback(
    (questionId: string, answer: AnswerValue) =>
      change((notes) => ({ ...notes, answers: withAnswer(notes.answers, questionId, answer) })),
    [change],
  );
  const setHoldings = useCallback(
    (next: (holdings: readonly AnalysisHolding[]) => readonly AnalysisHolding[]) =>
      change((notes) => ({ ...notes, holdings: next(notes.holdings) })),
    [change],
  );
  const [isElsewhere, setElsewhere] = useState(false);
  const saving = isElsewhere ? 'elsewhere' : storing;
  const calculation = useMutation({
    mutationFn: async () => {
      // Computed is what is stored: nothing, rather than the result of older answers.
      if (!(await flush())) return null;
      const done = await calculate(guid);
      // Storing the result counts one on. Any more, and another window changed answers that are not those seen here.
      if (done.rowVersion === version.current + 1) return done;
      setElsewhere(true);
      return null;
    },
    onError: (error) => {
      if (isGoneError(error)) onGone();
    },
    onSuccess: (done) => {
      if (done === null) return;
      const { rowVersion, ...computed } = done;
      version.current = rowVersion;
      setResult(computed);
      show('result');
    },
  });
  const [isRefused, setRefused] = useState(false);
  /** Goes on where every question is answered; else back to them, where what is missing is said. */
  const goOnAnswered = (goOn: () => void) => {
    const open = firstOpen(analysis, value.answers);
    setRefused(open !== null);
    if (open === null) goOn();
    else show('questions', open);
  };
  // Which banks there are is known when holdings are asked for.
  useQuery(analysisBanksQuery(guid));
  // Who is invited may become a customer without a depot to look at.
  const isWithoutResult = invitationGuid !== null;
  return (
    <>
      <h1 tabIndex={-1}>{t('shell.depotanalysis')}</h1>
      {analysis.isInvitedUnderage && analysis.invited ? (
        // A parent answers: the questions say "you" and mean the child.
        <p>{t('prospects.invited.answersFor', { name: analysis.invited.firstName })}</p>
      ) : null}
      <StepList current={step} />
      {saving === 'elsewhere' ? (
        <Banner tone="warn" role="alert" title={t('questions.elsewhereTitle')}>
          <p>{t('analysis.elsewhere')}</p>
          <button
            type="button"
            className="ui-button ui-button--small"
            onClick={() => window.location.reload()}
          >
            {t('questions.elsewhereLoad')}
          </button>
        </Banner>
      ) : null}
      {isSubmitted || invitationGuid !== null ? null : (
        <ResumeLink guid={guid} home={home} expiresAt={analysis.expiresAt} />
      )}
      {step === 'questions' ? (
        <QuestionForm
          questions={questions}
          state={{ answers: value.answers, saving, setAnswer, flush }}
          turning={turning}
          doneLabel={t('analysis.toHoldings')}
          isRefused={isRefused}
          onDone={() => {
            void flush();
            show('holdings');
          }}
        />
      ) : step === 'holdings' || (result === null && !isWithoutResult && !isSubmitted) ? (
        <HoldingsStep
          guid={guid}
          holdings={value.holdings}
          setHoldings={setHoldings}
          saving={saving}
          isBusy={calculation.isPending}
          error={
            calculation.error
              ? errorMessageOf(calculation.error)
              : calculation.data !== null
                ? null
                : // Trying again leads nowhere: the banner above has the newer state.
                  t(saving === 'elsewhere' ? 'analysis.elsewhere' : 'analysis.notStored')
          }
          hasBankLink={analysis.hasBankLink}
          onBack={() => show('questions')}
          onDone={() => goOnAnswered(() => calculation.mutate())}
          onSkip={
            invitationGuid === null
              ? null
              : () => {
                  void flush();
                  goOnAnswered(() => {
                    setResult(null);
                    show('result');
                  });
                }
          }
        />
      ) : (
        <>
          {result === null ? null : <AnalysisResultView result={result} />}
          <AnalysisEnd
            guid={guid}
            invitationGuid={invitationGuid}
            home={home}
            analysis={analysis}
            hasResult={result !== null}
            isSent={isSubmitted}
            onSent={() => setSubmitted(true)}
            onBack={isSubmitted ? null : () => show('holdings')}
          />
        </>
      )}
    </>
  );
}

function StepList({ current }: { current: Step }) {
  return (
    <ol className="analysis__steps" aria-label={t('analysis.steps.label')}>
      {steps.map((step) => (
        <li key={step} aria-current={step === current ? 'step' : undefined}>
          {t(`analysis.steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}

import type { CustomerDetail } from '@depotwerk/api/customers/customers';
import { assessRisk, findContradictions, type RiskResult } from '@depotwerk/domain/questions/assess-risk';
import { visibleAnswers } from '@depotwerk/domain/questions/visible-questions';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { today } from '../../platform/today.ts';
import { said, t, textOfFirst } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Banner, ErrorBanner } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { offerUndo } from '../../ui/undo.ts';
import { Contradictions } from './public/contradictions.tsx';
import {
  confirmAnswers,
  discardAnswers,
  listOf,
  type Questionnaire,
  storeAnswers,
} from './public/question-queries.ts';
import { SummaryCard } from './public/summary-card.tsx';
import type { KeptAnswers } from './public/use-answers.ts';
import { type Meanwhile, meanwhileOf, RecordedMeanwhile } from './recorded-meanwhile.tsx';
import { ResultCard } from './result-card.tsx';

/** What the server refused: answers with the way back to their questions, anything else in its own words. */
function RefusedAnswers({
  questions,
  failure,
  onChange,
  onOutdated,
}: {
  questions: Questionnaire['questions'];
  failure: unknown;
  onChange: (questionId: string) => void;
  onOutdated: () => Promise<void>;
}) {
  const issues = failure instanceof ApiError ? failure.validation : [];
  const refused = issues.flatMap(({ path, code }) => {
    const question = questions.find(({ id }) => path === `answers.${id}`);
    const text = textOfFirst([`validators.${code}`]);
    return question && text !== undefined ? [{ question, text }] : [];
  });
  if (failure instanceof ApiError && failure.code === 'questionnaire.answeredMeanwhile')
    return (
      <Banner
        tone="bad"
        role="alert"
        actions={
          <Button size="small" onClick={() => void onOutdated()}>
            {t('questions.elsewhereLoad')}
          </Button>
        }
      >
        {errorMessageOf(failure)}
      </Banner>
    );
  if (refused.length === 0) return <ErrorBanner error={failure} />;
  return (
    <Banner tone="bad" role="alert" title={t('validators.errorSummary')}>
      <ul>
        {refused.map(({ question, text }) => (
          <li key={question.id}>
            {said(question.title)} {text}{' '}
            <Button
              size="small"
              aria-label={t('questions.changeAnswer', { title: said(question.title) })}
              onClick={() => onChange(question.id)}
            >
              {t('questions.changeShort')}
            </Button>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

type ContractOfCustomer = Pick<
  CustomerDetail['contracts'][number],
  'id' | 'externalKey' | 'tariffName' | 'riskClassCount'
>;

interface ResultStepProps {
  customer: {
    readonly id: string;
    readonly contracts: readonly ContractOfCustomer[];
    /** What was recorded before, newest first. */
    readonly riskAssessments: readonly Pick<
      CustomerDetail['riskAssessments'][number],
      'contractId' | 'riskClassId' | 'status'
    >[];
  };
  questionnaire: Questionnaire;
  state: KeptAnswers;
  /** Contract it was opened from. */
  contractId: string | undefined;
  /** What the customer answered herself and stood here when the page was opened; null = nothing. */
  seenOwnAnswersId: string | null;
  onChange: (questionId: string | null) => void;
  onOutdated: () => Promise<void>;
}

type Contract = ContractOfCustomer & { riskClassCount: number };

/** All answers to look at once more, the class they lead to and why, and for which contracts it is confirmed. */
export function ResultStep(props: ResultStepProps) {
  const { customer, questionnaire, state, contractId, seenOwnAnswersId, onChange, onOutdated } = props;
  const { answers, flush, seenAnswersId } = state;
  const { questions, scoring } = questionnaire;
  const navigate = useNavigate();
  const contracts = useMemo(
    () =>
      customer.contracts.flatMap((contract): Contract[] =>
        contract.riskClassCount === null ? [] : [{ ...contract, riskClassCount: contract.riskClassCount }],
      ),
    [customer],
  );
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    contracts.map(({ id }) => id).filter((id) => contractId === undefined || id === contractId),
  );
  const [agreed, setAgreed] = useState<ReadonlyMap<string, number>>(new Map());
  const [comment, setComment] = useState('');
  const [isTouched, setTouched] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null);
  const resultOf = (classCount: number): RiskResult | null =>
    scoring ? assessRisk(questions, scoring, answers, classCount, today()) : null;
  const contradictions = scoring ? findContradictions(questions, scoring, answers) : [];
  const confirmed = contracts.filter(({ id }) => chosen.includes(id));
  const isLowered = confirmed.some(({ id }) => agreed.has(id));
  const needsComment = contradictions.length > 0 || isLowered;
  const commentError = isTouched && needsComment && comment.trim() === '' ? t('validators.required') : null;
  // A profile belongs to a contract: of somebody without one the answers alone are kept.
  const isProfile = scoring !== null && contracts.length > 0;
  const isNobody = isProfile && confirmed.length === 0;

  const submit = async () => {
    setTouched(true);
    if (isNobody || (needsComment && comment.trim() === '')) return;
    setBusy(true);
    setFailure(null);
    try {
      await flush();
      await confirmAnswers(questionnaire.key, {
        customerId: customer.id,
        ...(contractId !== undefined && chosen.includes(contractId) ? { contractId } : {}),
        contractIds: [...chosen],
        version: questionnaire.version,
        answers: listOf(visibleAnswers(questions, answers)),
        agreedClasses: confirmed.flatMap(({ id }) => {
          const riskClassId = agreed.get(id);
          return riskClassId === undefined ? [] : [{ contractId: id, riskClassId }];
        }),
        comment,
        seenOwnAnswersId,
        ...(seenAnswersId === undefined ? {} : { seenAnswersId }),
      });
      showToast(t(isProfile ? 'questions.done' : 'questions.doneAnswers'));
      await (contractId === undefined
        ? navigate({
            to: '/customers/$customerId',
            params: { customerId: customer.id },
            search: { tab: 'profile' },
          })
        : navigate({
            to: '/contracts/$contractId/$tab',
            params: { contractId, tab: 'overview' },
            search: {},
          }));
    } catch (error) {
      setBusy(false);
      const found = meanwhileOf(error, questions, visibleAnswers(questions, answers));
      if (found !== null) {
        setMeanwhile(found);
        if (found.fields.length === 0) state.goOn(answers, found.answersId);
      } else if (error instanceof ApiError && error.code === 'questionnaire.outdated' && (await flush()))
        await onOutdated();
      else setFailure(error);
    }
  };
  const discard = async () => {
    // What is still to be stored must not bring the draft back.
    await flush();
    await discardAnswers(questionnaire.key, customer.id);
    const given = { version: questionnaire.version, answers, seenAnswersId };
    offerUndo(
      t('questions.discarded'),
      // The server refuses it where somebody has begun anew meanwhile.
      () => storeAnswers(questionnaire.key, customer.id, given, null),
      t('questions.putBack'),
    );
    await navigate({
      to: '/customers/$customerId',
      params: { customerId: customer.id },
      search: { tab: 'profile' },
    });
  };
  const shownCount = confirmed[0]?.riskClassCount ?? contracts[0]?.riskClassCount ?? 5;
  const result = resultOf(shownCount);
  return (
    <div className="stack">
      {result ? <ResultCard result={result} classCount={shownCount} /> : null}
      {contradictions.length > 0 ? (
        <Banner tone="warn" role="status" title={t('questions.contradictions.title')}>
          <Contradictions
            texts={contradictions.map(({ text }) => text)}
            sources={contradictions.map(({ source }) => source)}
          />
          {t('questions.contradictions.hint')}
        </Banner>
      ) : null}
      {isProfile ? (
        <Card title={t('questions.contracts.title')}>
          <ul className="questionnaire__contracts">
            {contracts.map((contract) => {
              const computed = resultOf(contract.riskClassCount)?.riskClassId ?? null;
              const isOn = chosen.includes(contract.id);
              const before = customer.riskAssessments.find(
                ({ contractId: id, status }) => id === contract.id && status !== 'suggested',
              );
              return (
                <li key={contract.id}>
                  <Checkbox
                    label={
                      <>
                        {contract.externalKey} <span className="hint">{contract.tariffName}</span>
                        {before ? (
                          <span className="hint">
                            {' · '}
                            {t('questions.contracts.before', {
                              riskClass: before.riskClassId,
                              count: contract.riskClassCount,
                            })}
                          </span>
                        ) : null}
                      </>
                    }
                    isChecked={isOn}
                    onChange={(next) =>
                      setChosen(next ? [...chosen, contract.id] : chosen.filter((id) => id !== contract.id))
                    }
                  />
                  {isOn && computed !== null ? (
                    <ClassChoice
                      contract={contract}
                      computed={computed}
                      value={agreed.get(contract.id) ?? computed}
                      onChange={(riskClassId) => {
                        const next = new Map(agreed);
                        if (riskClassId === computed) next.delete(contract.id);
                        else next.set(contract.id, riskClassId);
                        setAgreed(next);
                      }}
                    />
                  ) : null}
                </li>
              );
            })}
          </ul>
          {isTouched && isNobody ? (
            <p className="ui-field__error" role="alert">
              {t('questions.contracts.none')}
            </p>
          ) : null}
        </Card>
      ) : null}
      <SummaryCard questionnaire={questionnaire} answers={answers} onChange={onChange} />
      <Card title={t('questions.confirm.title')}>
        <div className="stack">
          <TextArea
            label={t('questions.confirm.comment')}
            hint={needsComment ? t('questions.confirm.commentNeeded') : undefined}
            isRequired={needsComment}
            error={commentError}
            value={comment}
            maxLength={2000}
            rows={3}
            onChange={setComment}
          />
          {scoring ? (
            <p className="hint">
              {isProfile
                ? t('questions.confirm.hint', { months: scoring.validMonths })
                : t('questions.confirm.hintWithoutContract')}
            </p>
          ) : null}
          {meanwhile === null ? null : (
            <RecordedMeanwhile
              // A third person may be faster while two are compared.
              key={meanwhile.answersId}
              meanwhile={meanwhile}
              onResolved={(merged) => state.goOn(merged, meanwhile.answersId)}
            />
          )}
          <RefusedAnswers
            questions={questions}
            failure={failure}
            onChange={onChange}
            onOutdated={onOutdated}
          />
          <div className="question__buttons">
            <Button kind="quiet" onClick={() => void discard().catch(setFailure)}>
              {t('questions.discard')}
            </Button>
            <Button onClick={() => onChange(null)}>{t('questions.backToQuestions')}</Button>
            <Button kind="primary" isBusy={isBusy} onClick={() => void submit()}>
              {t(isProfile ? 'questions.confirm.submit' : 'questions.confirm.submitAnswers')}
            </Button>
          </div>
        </div>
      </Card>
    </div>
  );
}

/** The class of one contract: what the answers lead to, or a lower one that is agreed. */
function ClassChoice({
  contract,
  computed,
  value,
  onChange,
}: {
  contract: Contract;
  computed: number;
  value: number;
  onChange: (riskClassId: number) => void;
}) {
  return (
    <SelectField
      label={t('questions.contracts.class', { externalKey: contract.externalKey })}
      isLabelHidden
      value={String(value)}
      options={Array.from({ length: computed }, (_, index) => computed - index).map((riskClass) => ({
        value: String(riskClass),
        label:
          riskClass === computed
            ? t('common.riskClassOf', { riskClass, count: contract.riskClassCount })
            : t('questions.contracts.lower', { riskClass, count: contract.riskClassCount }),
      }))}
      onChange={(next) => onChange(Number(next))}
    />
  );
}

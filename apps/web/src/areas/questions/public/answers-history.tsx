import { formatDate, formatDateTime } from '@depotwerk/domain/date-text';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { mayChange, useSession } from '../../../platform/session.ts';
import { said, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { Contradictions } from './contradictions.tsx';
import { type GivenAnswers, givenAnswersQuery, questionnairesQuery } from './question-queries.ts';
import { saidAnswer } from './said-questions.ts';
import './questions.css';

/** What a customer answered over the years; each one opens beside the one before it. */
export function AnswersHistory({ customerId }: { customerId: string }) {
  const given = useQuery(givenAnswersQuery(customerId));
  const [open, setOpen] = useState<string | null>(null);
  if (given.isError) {
    return <QueryError title={t('questions.history.loadFailed')} query={given} />;
  }
  if (!given.data) return <Skeleton height={160} />;
  const list = given.data;
  return (
    <Card title={t('questions.history.title')} actions={<OtherQuestionnaires customerId={customerId} />}>
      {list.length === 0 ? (
        <EmptyState title={t('questions.history.none')} />
      ) : (
        <ul className="questionnaire__history">
          {list.map((one, index) => {
            const before = list
              .slice(index + 1)
              .find(({ questionnaireKey }) => questionnaireKey === one.questionnaireKey);
            const isOpen = open === one.id;
            return (
              <li key={one.id}>
                <div className="questionnaire__given">
                  <div>
                    <strong>
                      {t('questions.history.line', {
                        title: said(one.title),
                        date: dayOf(one, list),
                      })}
                    </strong>
                    <div className="hint">
                      {[
                        t('questions.version', { version: one.version }),
                        ...(one.recordedBy === null ? [] : [one.recordedBy]),
                        ...one.results.map(({ externalKey, riskClassId, riskClassCount }) =>
                          riskClassCount === null
                            ? `${externalKey}: ${riskClassId}`
                            : `${externalKey}: ${t('common.riskClassOf', { riskClass: riskClassId, count: riskClassCount })}`,
                        ),
                      ].join(' · ')}
                    </div>
                  </div>
                  <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(isOpen ? null : one.id)}>
                    {t(isOpen ? 'questions.history.hide' : 'questions.history.show')}
                  </Button>
                </div>
                {isOpen ? <Comparison given={one} before={before} list={list} /> : null}
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}

/** The way to every questionnaire of the house beside the risk profile, which stands with the assessments. */
function OtherQuestionnaires({ customerId }: { customerId: string }) {
  const mayAsk = useSession((state) => mayChange(state.user, 'riskProfile.edit'));
  const known = useQuery({ ...questionnairesQuery(), enabled: mayAsk });
  return (known.data ?? [])
    .filter(({ key }) => key !== 'riskProfile')
    .map(({ key, title }) => (
      <Link
        key={key}
        to="/questionnaires/$questionnaireKey/$customerId"
        params={{ questionnaireKey: key, customerId }}
        className="ui-button ui-button--secondary ui-button--small"
      >
        {t('questions.ask', { title: said(title) })}
      </Link>
    ));
}

/**
 * The day of some answers of a list, the newest first; where others are of the same day, with the time, and where the time is the same,
 * which of them it is.
 */
function dayOf(given: GivenAnswers, list: readonly GivenAnswers[]): string {
  const ofDay = list.filter(({ answeredOn }) => answeredOn === given.answeredOn);
  if (ofDay.length === 1) return formatDate(given.answeredOn);
  const time = formatDateTime(given.recordedAt);
  const ofMinute = ofDay.filter(({ recordedAt }) => formatDateTime(recordedAt) === time);
  if (ofMinute.length === 1) return time;
  return t('questions.history.ofMinute', { time, number: ofMinute.length - ofMinute.indexOf(given) });
}

function Comparison({
  given,
  before,
  list,
}: {
  given: GivenAnswers;
  before: GivenAnswers | undefined;
  list: readonly GivenAnswers[];
}) {
  const earlier = new Map(before?.lines.map((line) => [line.questionId, line]));
  const answered = new Map(given.lines.map((line) => [line.questionId, line]));
  // What was asked the time before and is not any more has changed, too.
  const gone = before?.lines.filter(({ questionId }) => !answered.has(questionId)) ?? [];
  const both = before ? [given, before] : [given];
  const saidText = (text: string | undefined) =>
    text === undefined
      ? t('questions.history.notAsked')
      : text === ''
        ? t('questions.noAnswer')
        : saidAnswer(text);
  return (
    <div className="stack">
      {given.comment === '' ? null : <p>{t('questions.history.comment', { comment: given.comment })}</p>}
      {given.contradictions.length > 0 ? (
        <div>
          {t('questions.history.contradictions')}
          <Contradictions texts={given.contradictions} sources={given.contradictionSources} />
        </div>
      ) : null}
      <div className="questionnaire__table-box">
        <table className="questionnaire__table questionnaire__table--beside">
          <caption className="visually-hidden">{t('questions.summary')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('questions.history.question')}</th>
              {both.map((one) => (
                <th key={one.id} scope="col">
                  {dayOf(one, list)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...given.lines, ...gone].map(({ questionId, title }) => {
              const text = answered.get(questionId)?.text;
              const old = earlier.get(questionId)?.text;
              const isChanged = before !== undefined && old !== text;
              return (
                <tr key={questionId} className={isChanged ? 'questionnaire__changed' : undefined}>
                  <th scope="row">{said(title)}</th>
                  <td>
                    {saidText(text)}
                    {isChanged ? <span className="hint"> {t('questions.history.changed')}</span> : null}
                  </td>
                  {before ? <td>{saidText(old)}</td> : null}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}

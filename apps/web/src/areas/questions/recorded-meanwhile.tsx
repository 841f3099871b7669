import { recordedAnswers } from '@depotwerk/api/questionnaires/questionnaires';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { answerText } from '@depotwerk/domain/questions/answer-text';
import { type Answers, answersOf, type Question } from '@depotwerk/domain/questions/questionnaire';
import { useState } from 'react';
import { compareDrafts, type MergeChoices } from '../../forms/compare-drafts.ts';
import { valueText } from '../../forms/value-text.ts';
import { type DifferingField, VersionChoice } from '../../forms/version-choice.tsx';
import { ApiError } from '../../platform/api-error.ts';
import { parseKnown } from '../../platform/without-unknown.ts';
import { t } from '../../texts/texts.ts';
import { Banner } from '../../ui/feedback.tsx';
import { saidQuestion } from './public/said-questions.ts';

/** Answers somebody confirmed since others were begun, and the questions these answer otherwise. */
export interface Meanwhile {
  readonly answersId: string;
  readonly mine: Answers;
  readonly theirs: Answers;
  readonly fields: readonly DifferingField[];
  readonly who: { readonly name: string; readonly date: string };
}

/** What a refused confirmation says of one that was faster; null where the failure is another one. */
export function meanwhileOf(
  failure: unknown,
  questions: readonly Question[],
  mine: Answers,
): Meanwhile | null {
  if (!(failure instanceof ApiError) || failure.code !== 'common.versionConflict') return null;
  const recorded = parseKnown(recordedAnswers, failure.problem?.current).data;
  if (!recorded) return null;
  const theirs = answersOf(recorded.answers);
  const differing = compareDrafts(null, Object.fromEntries(mine), Object.fromEntries(theirs), 'whole');
  return {
    answersId: recorded.answersId,
    mine,
    theirs,
    fields: questions.flatMap((question) => {
      const found = differing.find(({ path }) => path === question.id);
      if (!found) return [];
      const said = saidQuestion(question);
      const words = (answers: Answers) => valueText(answerText(said, answers.get(question.id)));
      const { path, suggested } = found;
      return [{ path, label: said.title, mine: words(mine), theirs: words(theirs), suggested }];
    }),
    who: {
      name: recorded.recordedBy ?? t('questions.somebody'),
      date: formatDateTime(recorded.recordedAt),
    },
  };
}

/** Somebody else confirmed answers of the same customer: which hold is chosen question by question, then looked at once more. */
export function RecordedMeanwhile({
  meanwhile: { mine, theirs, fields, who },
  onResolved,
}: {
  meanwhile: Meanwhile;
  /** The sitting goes on with these answers; nothing is confirmed yet. */
  onResolved: (answers: Answers) => void;
}) {
  const [isOpen, setOpen] = useState(true);
  if (fields.length === 0) return <Banner tone="info">{t('questions.recordedSame', who)}</Banner>;
  if (!isOpen) return <Banner tone="info">{t('questions.recordedChosen')}</Banner>;
  const resolve = (choices: MergeChoices) => {
    setOpen(false);
    const merged = new Map(mine);
    for (const [id, side] of Object.entries(choices)) {
      if (side !== 'theirs') continue;
      const value = theirs.get(id);
      if (value === undefined) merged.delete(id);
      else merged.set(id, value);
    }
    onResolved(merged);
  };
  return (
    <VersionChoice
      title={t('forms.versions.object.title')}
      explanation={t('questions.recordedMeanwhile', who)}
      theirsLabel={t('questions.recordedTheirs')}
      fields={fields}
      onResolve={resolve}
    />
  );
}

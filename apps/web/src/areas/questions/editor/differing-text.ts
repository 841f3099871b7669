import {
  compareQuestionnaires,
  presentedOtherwise,
  recounted,
} from '@depotwerk/domain/questions/compare-questionnaires';
import type { Question, Scoring } from '@depotwerk/domain/questions/questionnaire';
import { scaleNames } from '@depotwerk/domain/questions/scale-names';
import { said, t } from '../../../texts/texts.ts';

/** A question with what can be answered and counts. */
const contentOf = ({ title, values }: Question): string =>
  values.length === 0
    ? said(title)
    : `${said(title)} (${values.map(({ label, points }) => `${said(label)}: ${points}`).join(', ')})`;

/** In what the questions of one draft differ from those of another one. */
export function differingQuestions(other: readonly Question[], own: readonly Question[]): string {
  const byId = new Map(own.map((question) => [question.id, question]));
  const words = {
    added: t('questionnaires.onlyHere'),
    removed: t('questionnaires.notHere'),
    changed: t('questions.change.changed'),
  };
  const presented = presentedOtherwise(other, own);
  return [
    ...compareQuestionnaires(other, own).map(({ questionId, title, kind }) => {
      const question = byId.get(questionId);
      return `${words[kind]}: ${question === undefined ? said(title) : contentOf(question)}`;
    }),
    ...recounted(other, own).map((one) => `${t('questionnaires.recounted')}: ${contentOf(one)}`),
    ...presented.questions.map(({ title }) => `${t('questionnaires.presented')}: ${said(title)}`),
    ...(presented.isReordered ? [t('questionnaires.orderIs', { titles: reordered(other, own) })] : []),
  ].join(' · ');
}

/** The stretch of `own` that stands in another order than in `other`: what goes before and after it is the same in both. */
function reordered(other: readonly Question[], own: readonly Question[]): string {
  const others = new Set(other.map(({ id }) => id));
  const both = own.filter(({ id }) => others.has(id));
  const kept = new Set(both.map(({ id }) => id));
  const places = other.filter(({ id }) => kept.has(id)).map(({ id }) => id);
  const differs = (question: Question, place: number) => question.id !== places[place];
  const stretch = both.slice(both.findIndex(differs), both.findLastIndex(differs) + 1);
  return stretch.map(({ title }) => said(title)).join(' · ');
}

/** In what the counting of one draft differs from that of another one: borders of tables, and contradictions. */
export function differingScoring(other: Scoring | null, own: Scoring): string[] {
  const same = (one: unknown, two: unknown) => JSON.stringify(one) === JSON.stringify(two);
  const tables = own.scales.flatMap(({ key, tables: list }) =>
    list.flatMap((table) => {
      const theirs = other?.scales
        .find((scale) => scale.key === key)
        ?.tables.find(({ classCount }) => classCount === table.classCount);
      if (same(theirs, table)) return [];
      const borders = table.rows.flatMap(({ from }) => from ?? []).join(', ');
      const name = t('questionnaires.classes', { count: table.classCount });
      return [t('questionnaires.borders', { scale: said(scaleNames[key]), name, borders })];
    }),
  );
  const contradictions = own.contradictions.flatMap((contradiction) =>
    same(
      other?.contradictions.find(({ id }) => id === contradiction.id),
      contradiction,
    )
      ? []
      : [`${t('questionnaires.view.contradictions')}: ${said(contradiction.text)}`],
  );
  return [...tables, ...contradictions];
}

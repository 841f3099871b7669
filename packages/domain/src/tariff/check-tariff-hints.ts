import { type HintChoice, hintAnswer } from './hint-choices.ts';
import { issue, issueIf } from './rule-issues.ts';
import type { HintAnswers, RuleIssue } from './tariff-drafts.ts';

/**
 * Every hint needs one of its answers.
 *
 * @param hints the hints of the page
 * @param path field of the draft; findings are at `path.hintId`
 */
export function checkTariffHints(
  answers: HintAnswers,
  hints: readonly Pick<HintChoice, 'id' | 'answerIds'>[],
  path: 'optimizationHints' | 'optimizationHintsExpert' = 'optimizationHints',
): RuleIssue[] {
  const known = new Set(hints.map(({ id }) => String(id)));
  return [
    ...hints.flatMap(({ id, answerIds }) => {
      const answer = answers[String(id)] ?? hintAnswer.none;
      if (answer === hintAnswer.none) return [issue(`${path}.${id}`, 'answerRequired')];
      return issueIf(!answerIds.includes(answer), `${path}.${id}`, 'unknownValue');
    }),
    ...Object.keys(answers)
      .filter((id) => !known.has(id))
      .map((id) => issue(`${path}.${id}`, 'unknownValue')),
  ];
}

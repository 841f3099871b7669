/** A hint of the contract check a tariff takes a stand on. */
export interface HintChoice {
  /** n = code Hnn of the engine rules, section 12. */
  readonly id: number;
  /** Asked on the page of the expert hints. */
  readonly isExtended: boolean;
  readonly answerIds: readonly number[];
}

/** Answers of a hint. 0 = no answer: it is required and skipped in the summary. */
export const hintAnswer = { none: 0, no: 1, yes: 2, automatic: 3 } as const;

/** The words of the answers. */
export const hintAnswerNames: Readonly<Record<number, string>> = {
  0: 'Keine Angabe',
  1: 'Nein',
  2: 'Ja',
  3: 'Ja, automatisch einplanen',
};

const extended: ReadonlySet<number> = new Set([3, 5, 11, 12, 13, 18, 19, 20, 21]);
const automatic: ReadonlySet<number> = new Set([1, 2, 4, 6, 7, 8, 9, 10, 11, 12, 15, 17, 20]);

/** All hints with the answers they take, in their order. */
export const hintChoices: readonly HintChoice[] = Array.from({ length: 21 }, (_, index) => {
  const id = index + 1;
  const { no, yes } = hintAnswer;
  return {
    id,
    isExtended: extended.has(id),
    answerIds: automatic.has(id) ? [no, yes, hintAnswer.automatic] : [no, yes],
  };
});

/** Answers to the delivered risk profile by question, as a careful customer with some experience gives them. */
const careful: Readonly<Record<string, unknown>> = {
  goal: { id: 'retirement', text: null },
  horizon: 9,
  knowledge: [
    { id: 'mixed', text: null },
    { id: 'equity', text: null },
  ],
  lastPurchase: '2024-04-03',
  reserve: { id: 'from3to6', text: null },
  lossCapacity: { id: 'limited', text: null },
  priority: { id: 'balanced', text: null },
  fall: { id: 'wait', text: null },
  fluctuation: { id: 'upTo20', text: null },
  choice: { id: 'third', text: null },
  worry: { id: 'sometimes', text: null },
  sustainability: { id: 'none', text: null },
};

/** The careful answers with others in their place; undefined takes one away. */
export const riskAnswers = (
  others: Readonly<Record<string, unknown>> = {},
): { questionId: string; value: unknown }[] =>
  Object.entries({ ...careful, ...others }).flatMap(([questionId, value]) =>
    value === undefined ? [] : [{ questionId, value }],
  );

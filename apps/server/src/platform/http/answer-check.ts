/** Decides which answers are parsed against their schema: all outside production, one in a hundred there. */
export interface AnswerCheck {
  isDue(): boolean;
}

export const checkEveryAnswer: AnswerCheck = { isDue: () => true };

/** One answer in so many is compared with its schema where not every one is. */
export const answerSample = 100;

/** Every n-th answer; costs half the throughput when n is 1 (architecture.md). */
export function checkEveryNth(n: number): AnswerCheck {
  let count = 0;
  return {
    isDue() {
      count = (count + 1) % n;
      return count === 0;
    },
  };
}

/** An answer does not fit its own descriptor: a fault of ours, answered as 500 without details. */
export class AnswerMismatch extends Error {
  constructor(callId: string, issues: unknown) {
    super(`answer of ${callId} does not fit its schema: ${JSON.stringify(issues)}`);
    this.name = 'AnswerMismatch';
  }
}

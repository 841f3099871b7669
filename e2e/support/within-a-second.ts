/**
 * Asks until the answer fits, and fails where one that was asked for more than a second after the call does not: what is
 * a second old at most. A slow answer is no old one, and how long it takes is not looked at.
 */
export async function withinASecond<Answer>(
  ask: () => Promise<Answer>,
  fits: (answer: Answer) => boolean,
): Promise<void> {
  const from = Date.now();
  for (;;) {
    const askedAt = Date.now();
    const answer = await ask();
    if (fits(answer)) return;
    if (askedAt - from > 1_000) throw new Error(`still ${JSON.stringify(answer)} after a second`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

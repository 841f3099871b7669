import { expect, it } from 'vitest';
import { auditFrontier } from '../fixtures/audit-frontier.ts';

it('answers problems of every kind, and every answer is optimal', { timeout: 120_000 }, async () => {
  const result = await auditFrontier(160);
  for (const { problems, answers, judged, suboptimal, refused } of result.values()) {
    expect([problems, suboptimal, refused]).toEqual([20, 0, 0]);
    expect(answers).toBe(220);
    expect(judged).toBeGreaterThan(0.7 * answers);
  }
});

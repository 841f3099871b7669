import { describe, expect, it } from 'vitest';
import { groupFindings } from '../check/group-findings.ts';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { finding } from '../fixtures/check-fixture.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { changedFindings, mendedTexts, otherTexts } from './changed-findings.ts';
import { planProposal } from './plan-optimization.ts';

const none = [0, 0, 0] as const;

describe('changed findings', () => {
  it('counts each cause once, by what becomes of it', () => {
    const drift = finding('H10', 1, 'bonds');
    const closed = [finding('H07', 2, 'A'), finding('H07', 1, 'B')];
    const dear = finding('H11', 0, 'C');
    expect(changedFindings([drift, ...closed], [drift, closed[1]!, dear])).toEqual({
      gone: none,
      added: [1, 0, 0],
      eased: none,
      points: { settled: 0, of: 0 },
      turned: [{ from: 2, to: 1, count: 1 }],
    });
    const before = [...closed, finding('H07', 2, 'D'), drift, dear];
    const changed = changedFindings(before, closed);
    expect(changed).toMatchObject({ gone: [1, 1, 0], eased: [0, 0, 1], points: { settled: 1, of: 3 } });
    expect(mendedTexts(changed)).toEqual([
      'eine Warnung wird behoben',
      'ein Fehler zum Teil (1 von 3 Punkten)',
    ]);
    expect(otherTexts(changed)).toEqual(['ein Hinweis entfällt']);
  });

  it('says several of a kind and what gets worse after what gets better', () => {
    const before = [finding('H10', 1, 'bonds'), finding('H07', 1, 'A'), finding('H15', 0, 'savingsPlan')];
    const after = [finding('H10', 0, 'bonds'), finding('H07', 0, 'A'), finding('H15', 1, 'savingsPlan')];
    const changed = changedFindings(before, [...after, finding('H11', 0, 'B'), finding('H20', 0, 'cash')]);
    expect(mendedTexts(changed)).toEqual(['2 Warnungen werden zu Hinweisen']);
    expect(otherTexts(changed)).toEqual(['ein Hinweis wird zur Warnung', '2 Hinweise kommen hinzu']);
    const few = changedFindings([finding('H11', 0, 'B'), finding('H20', 0, 'cash')], []);
    expect(otherTexts(few)).toEqual(['2 Hinweise entfallen']);
    const parts = changedFindings(
      [finding('H10', 1, 'a'), finding('H10', 1, 'b'), finding('H04', 1, 'A'), finding('H04', 1, 'B')],
      [finding('H10', 1, 'a'), finding('H04', 1, 'A')],
    );
    expect(mendedTexts(parts)).toEqual(['2 Warnungen werden zum Teil behoben (2 von 4 Punkten)']);
  });

  it('adds up to the number of findings shown before and after', () => {
    const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
    const wrong = adviceProfiles.flatMap((profile) =>
      Array.from({ length: 15 }, (_, k) => {
        const { tariff, request } = adviceCase(randomSource(k + 1), profile);
        const { before, after } = planProposal(prepareTariff(tariff), request, 'full', false);
        const { gone, added } = changedFindings(before.hints, after.hints);
        const shown = groupFindings(before.hints).length - sum(gone) + sum(added);
        return shown === groupFindings(after.hints).length ? [] : [`${profile} ${k + 1}`];
      }).flat(),
    );
    expect(wrong).toEqual([]);
  });
});

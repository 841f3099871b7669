import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { checkContract } from './check-contract.ts';
import { countFindings, findingCauses, type GroupedHint, groupFindings } from './group-findings.ts';
import { prepareTariff } from './tariff-context.ts';

const hint = (
  code: HintCode,
  subject: string,
  severity: GroupedHint['severity'] = 1,
  values: GroupedHint['values'] = {},
): GroupedHint => ({ code, subject, severity, values });

const told = (hints: readonly GroupedHint[]) =>
  groupFindings(hints).map(
    ({ cause, severity, hints: members }) =>
      `${cause}/${severity}: ${members.map(({ code, subject }) => `${code} ${subject}`).join(', ')}`,
  );

describe('findings', () => {
  it('take the risk with the groups that make it, and the money that lies idle, as one', () => {
    const groups = [
      hint('H20', 'portfolio', 0, { share: 0.1 }),
      hint('H10', 'Aktien', 1, { weight: 0.6, target: 0.4 }),
      hint('H08', 'Geldmarkt', 1, { weight: 0, target: 0.1 }),
      hint('H01', 'portfolio', 2),
    ];
    expect(told(groups)).toEqual(['allocation/2: H01 portfolio, H08 Geldmarkt, H10 Aktien, H20 portfolio']);
  });

  it('leave idle money alone where no group lacks any', () => {
    expect(told([hint('H20', 'portfolio', 0), hint('H01', 'portfolio', 2)])).toEqual([
      'allocation/2: H01 portfolio',
      'cash/0: H20 portfolio',
    ]);
  });

  it('say of a fund that has to leave everything at once, by the plainest reason', () => {
    const fund = [
      hint('H11', 'F1', 0),
      hint('H04', 'F1'),
      hint('H06', 'F1', 2),
      hint('H07', 'F1'),
      hint('H13', 'F1', 1, { weight: 0.5, limit: 0.4 }),
      hint('H14', 'F1'),
      hint('H11', 'F2', 0),
      hint('H06', 'F3'),
    ];
    expect(told(fund)).toEqual([
      'fundClosed/2: H06 F1, H04 F1, H07 F1, H13 F1, H11 F1',
      'universe/1: H06 F3',
      'prices/1: H14 F1',
      'costs/0: H11 F2',
    ]);
  });

  it('find a heavy fund in its heavy group, a company and a fund of no heavy group by themselves', () => {
    const heavy = hint('H10', 'Aktien', 1, { weight: 0.55, target: 0.4 });
    const cluster = (weight: number, limit = 0.4) => hint('H13', 'F1', 1, { weight, limit });
    expect(told([heavy, cluster(0.5)])).toEqual(['allocation/1: H10 Aktien, H13 F1']);
    expect(told([heavy, cluster(0.56)])).toEqual(['allocation/1: H10 Aktien', 'cluster/1: H13 F1']);
    expect(told([hint('H10', 'Aktien', 1, { weight: 0.7, target: 0.4 }), cluster(0.65, 0.6)])).toEqual([
      'allocation/1: H10 Aktien',
      'cluster/1: H13 F1',
    ]);
    // A group below its target makes no fund heavy.
    expect(told([hint('H10', 'Aktien', 1, { weight: 0.5, target: 0.8 }), cluster(0.45)])).toHaveLength(2);
  });

  it('lose nothing and mix nothing up, whatever the order of the hints', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 31 }),
        fc.constantFrom(...adviceProfiles),
        fc.integer({ min: 1, max: 2 ** 31 }),
        (seed, profile, shuffle) => {
          const { tariff, request } = adviceCase(randomSource(seed), profile);
          const { hints } = checkContract(prepareTariff(tariff), request.contract);
          const findings = groupFindings(hints);
          const inside = findings.flatMap((finding) => finding.hints);
          expect(inside).toHaveLength(hints.length);
          expect(new Set(inside)).toEqual(new Set(hints));
          expect(countFindings(hints)).toBe(findings.length);
          const causes = findings.map(({ cause }) => cause);
          expect(new Set(causes).size).toBe(causes.length);
          for (const finding of findings) {
            expect(findingCauses).toContain(finding.cause);
            expect(finding.severity).toBe(Math.max(...finding.hints.map(({ severity }) => severity)));
          }
          const random = randomSource(shuffle);
          const shuffled = hints
            .map((entry) => ({ entry, place: random() }))
            .sort((a, b) => a.place - b.place)
            .map(({ entry }) => entry);
          expect(groupFindings(shuffled)).toEqual(findings);
        },
      ),
      { numRuns: 200 },
    );
  });
});

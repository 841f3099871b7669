import { describe, expect, it } from 'vitest';
import { reportPlan } from '../../../test/report-plan.ts';
import { reportSource } from '../../../test/report-world.ts';
import { adviceDay } from './build-report.ts';
import { buildOptimization } from './report/build-optimization.ts';
import { buildSuitability } from './report/build-suitability.ts';

describe('a report about a plan', () => {
  const options = { withCharts: false, salutation: null };
  const source = reportSource();
  const { latestRiskAssessment: assessment } = source.detail;

  it('names the limits that bind, as the screen does', () => {
    if (assessment === null) throw new Error('the contract has a risk profile');
    const text = 'Zusammen stehen im Weg: Mindestraten und Grenzen des Sparplans.';
    const plan = { ...reportPlan, messages: [{ code: 'O02', text } as const] };
    const none = { ...reportPlan, messages: [] };
    for (const build of [
      (one: typeof plan | typeof none) => buildOptimization(source, one, { ...options, withReasons: true }),
      (one: typeof plan | typeof none) => buildSuitability(source, one, assessment, null, options, null),
    ]) {
      expect(JSON.stringify(build(plan))).toContain(text);
      expect(JSON.stringify(build(none))).not.toContain('Was den Vorschlag begrenzt');
    }
  });

  it('says which version of the key information who of the holders got, and who did not', () => {
    if (assessment === null) throw new Error('the contract has a risk profile');
    const document = {
      version: 'v',
      documentId: null,
      address: 'https://fonds.example',
      title: 'BIB',
      day: '2026-02-01',
    };
    const holders = [
      { customerId: 'a', name: 'Anna Ahlers' },
      { customerId: 'b', name: 'Bert Ahlers' },
    ];
    const mailed = {
      customerId: 'a',
      handedOverAt: '2026-03-05T10:00:00.000Z',
      form: 'mail',
      recordedBy: 'Jürgen Weiß',
    } as const;
    const funds = [
      { fundId: 1, isin: 'A', fundName: 'Fonds A', document, handedOver: [mailed] },
      { fundId: 2, isin: 'B', fundName: 'Fonds B', document: null, handedOver: [] },
    ];
    const report = JSON.stringify(
      buildSuitability(source, reportPlan, assessment, null, options, { holders, funds, missing: 'etwas' }),
    );
    expect(report).toContain(
      '["Fonds A","Fassung vom 01.02.2026. An Anna Ahlers am 05.03.2026 per E-Mail ausgehändigt. An Bert Ahlers noch nicht ausgehändigt."]',
    );
    expect(report).toContain('["Fonds B","Kein Basisinformationsblatt hinterlegt."]');
  });

  it('says what the client excludes and whom the funds are made for, and what the checks say of it', () => {
    if (assessment === null) throw new Error('the contract has a risk profile');
    const text = 'Ein Fonds fällt unter die festgehaltenen Ausschlüsse.';
    const checks = [...reportPlan.checks, { checkKey: 'restrictions', result: 'blocked', text } as const];
    const report = JSON.stringify(
      buildSuitability(source, { ...reportPlan, checks }, assessment, null, options, null),
    );
    expect(report).toContain(`Sie schließen aus: Regionen: Schwellenländer. ${text}`);
    expect(report).toContain('["Zielmarkt","Ein Fonds richtet sich an erfahrene Anleger."]');
    const nothing = { isins: [], companies: [], regions: [], sectors: [] };
    const free = { ...assessment, restrictions: nothing };
    expect(JSON.stringify(buildSuitability(source, reportPlan, free, null, options, null))).not.toContain(
      'Sie schließen aus',
    );
  });

  it('is advice of today while the plan lies open, and of its own day afterwards', () => {
    const plan = { ...reportPlan, createdAt: '2026-03-01T10:00:00.000Z' };
    expect(adviceDay({ ...plan, state: 'draft' }, '2026-11-20')).toBe('2026-11-20');
    expect(adviceDay({ ...plan, state: 'confirmed' }, '2026-11-20')).toBe('2026-03-01');
  });

  it('says differences of rates in percentage points', () => {
    const text = JSON.stringify(buildOptimization(source, reportPlan, { ...options, withReasons: true }));
    // 15.23 to 12.23 %, 71.2 to 56.2 %, 1.35 to 1.24 %.
    for (const difference of ['-3,0', '-15,0', '-0,11'])
      expect(text).toContain(`"${difference} Prozentpunkte"`);
    expect(text).toMatch(/die Rendite (steigt|sinkt) dadurch um \d,\d\d Prozentpunkte im Jahr/);
  });
});

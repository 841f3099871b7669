import { planTaxNotice, planTaxTitle } from '@depotwerk/domain/contracts/plan-tax-text';
import { describe, expect, it } from 'vitest';
import { reportPlan, reportTaxed } from '../../../test/report-plan.ts';
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
      (one: typeof plan | typeof none) =>
        buildOptimization(source, one, { ...options, withReasons: true }, null),
      (one: typeof plan | typeof none) => buildSuitability(source, one, assessment, null, options, null),
    ]) {
      expect(JSON.stringify(build(plan))).toContain(text);
      expect(JSON.stringify(build(none))).not.toContain('Was den Vorschlag begrenzt');
    }
  });

  it('says the equity quota once where risk is measured by it, and the cash of the account as the screen does', () => {
    const { contract } = source.detail;
    const byQuota = {
      ...source,
      detail: { ...source.detail, contract: { ...contract, risk: { ...contract.risk, useQuota: true } } },
    };
    const rowsOf = (one: typeof source) => {
      const text = JSON.stringify(
        buildOptimization(one, reportPlan, { ...options, withReasons: false }, null),
      );
      return text.match(/\["(?:Aktienquote|Volatilität|Sonstiges Guthaben)",/g);
    };
    const account = '["Sonstiges Guthaben",';
    expect(rowsOf(source)).toEqual(['["Volatilität",', '["Aktienquote",', account]);
    expect(rowsOf(byQuota)).toEqual(['["Aktienquote",', account]);
  });

  it('says in the suitability statement as well what is on the account before and after, and what it lacks', () => {
    if (assessment === null) throw new Error('the contract has a risk profile');
    const plan = { ...reportPlan, cashBefore: -5233.49, cashAfter: 0 };
    expect(JSON.stringify(buildSuitability(source, plan, assessment, null, options, null))).toContain(
      'Heute −5.233,49\u00a0€, danach 0,00\u00a0€.',
    );
  });

  it('writes below 0 a minus sign before counts as before amounts', () => {
    const { before, after } = reportPlan;
    const fewer = { ...reportPlan, after: { ...after, securitiesCount: before.securitiesCount - 1 } };
    expect(
      JSON.stringify(buildOptimization(source, fewer, { ...options, withReasons: false }, null)),
    ).toContain(`"${before.securitiesCount}","${before.securitiesCount - 1}","−1"`);
  });

  it('names a peer group that is sold as a whole, in figures and in the picture', () => {
    const sold = { peergroupId: 99, name: 'Rohstoffe', colour: '#000000', fraction: 0.1, target: 0 };
    const { before } = reportPlan;
    const plan = { ...reportPlan, before: { ...before, peerGroups: [...before.peerGroups, sold] } };
    const withReasons = { ...options, withReasons: true };
    expect(JSON.stringify(buildOptimization(source, plan, withReasons, null))).toContain(
      '["Rohstoffe","10,0\u00a0%","0,0\u00a0%","0,0\u00a0%"]',
    );
    expect(
      JSON.stringify(buildOptimization(source, plan, { ...withReasons, withCharts: true }, null)),
    ).toContain('Rohstoffe 10,0\u00a0% und 0,0\u00a0%');
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

  it('says of a score that stays that it stays', () => {
    if (assessment === null) throw new Error('the contract has a risk profile');
    const said = (plan: typeof reportPlan) =>
      JSON.stringify(buildSuitability(source, plan, assessment, null, options, null));
    const { before, after } = reportPlan;
    const [was, is] = [before.contractScore.value, after.contractScore.value];
    expect(said(reportPlan)).toContain(`Die Vertragsbewertung ändert sich von ${was} auf ${is} von 100.`);
    const same = { ...reportPlan, after: { ...after, contractScore: before.contractScore } };
    expect(said(same)).toContain(`Die Vertragsbewertung bleibt bei ${was} von 100.`);
  });

  it('is advice of today while the plan lies open, and of its own day afterwards', () => {
    const plan = { ...reportPlan, createdAt: '2026-03-01T10:00:00.000Z' };
    expect(adviceDay({ ...plan, state: 'draft' }, '2026-11-20')).toBe('2026-11-20');
    expect(adviceDay({ ...plan, state: 'confirmed' }, '2026-11-20')).toBe('2026-03-01');
  });

  it('says of a plan that lies open no more what became of it, and nothing of an open one', () => {
    const said = (state: typeof reportPlan.state) =>
      JSON.stringify(
        buildOptimization(
          source,
          { ...reportPlan, createdAt: '2026-03-01T23:30:00.000Z', state, isOutdated: false },
          { ...options, withReasons: true },
          null,
        ),
      );
    expect(said('confirmed')).toContain('Vorschlag vom 02.03.2026: Ausgeführt');
    expect(said('partlyConfirmed')).toContain('Vorschlag vom 02.03.2026: Teilweise ausgeführt');
    expect(said('draft')).not.toContain('Vorschlag vom');
  });

  it('says what third parties pay for it, as the screen does, also that it is not known', () => {
    const build = (thirdParty: number | null) =>
      JSON.stringify(
        buildOptimization(
          source,
          { ...reportPlan, costs: { ...reportPlan.costs, thirdParty } },
          { ...options, withReasons: true },
          null,
        ),
      );
    expect(build(60.24)).toContain('60,24\u00a0€');
    expect(build(0)).toContain('keine Zuwendungen Dritter');
    expect(build(null)).toContain('liegt für diesen Vertrag nicht als Betrag vor');
  });

  it('says differences of rates in percentage points', () => {
    const text = JSON.stringify(
      buildOptimization(source, reportPlan, { ...options, withReasons: true }, null),
    );
    // 15.23 to 12.23 %, 71.2 to 56.2 %, 1.35 to 1.24 %.
    for (const difference of ['−3,0', '−15,0', '−0,11'])
      expect(text).toContain(`"${difference} Prozentpunkte"`);
    expect(text).toMatch(/die Rendite (steigt|sinkt) dadurch um \d,\d\d Prozentpunkte im Jahr/);
  });

  it('estimates gain and tax of its sales by the purchases, in the words of the analysis, for depots only', () => {
    const build = (taxed: typeof reportTaxed | null, plan = reportPlan) =>
      JSON.stringify(buildOptimization(source, plan, { ...options, withReasons: true }, taxed));
    // 541.5 units for 22,228.58 €: 400 bought for 12,000 € and 141.5 of 600 bought for 24,000 €, so 5,660 €.
    const text = build(reportTaxed);
    for (const part of [
      planTaxTitle,
      planTaxNotice.title,
      'Käufe vom 03.02.2020 bis 03.05.2021 (FIFO)',
      '4.568,58\u00a0€',
      '3.198,01\u00a0€',
      '843,48\u00a0€',
      'Ein Freistellungsauftrag ist hier nicht abgezogen.',
    ])
      expect(text).toContain(part);
    expect(build(null)).not.toContain(planTaxTitle);
    const buys = {
      ...reportPlan,
      transactions: reportPlan.transactions.filter(({ action }) => action === 'buy'),
    };
    expect(build(reportTaxed, buys)).not.toContain(planTaxTitle);
    expect(build([])).toContain('Kaufpreis unbekannt');
  });
});

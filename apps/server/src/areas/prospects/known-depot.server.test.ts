import type { AnalysisResult } from '@depotwerk/api/prospects/depot-analysis';
import { analysisConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { prospectServices } from '../../../test/prospect-world.ts';
import { riskAnswers } from '../../../test/risk-answers.ts';
import type { ProspectServices } from './analysis-services.ts';
import { prospectRoutes } from './routes.ts';

const db = useTestDatabase();
let world: AdviceWorld;
let services: ProspectServices;
let funds: { isin: string; name: string; peergroup: string }[];

beforeAll(async () => {
  world = await AdviceWorld.start(db, 'small', (own) => {
    services = prospectServices(own);
    return prospectRoutes(services);
  });
  ({ rows: funds } = await world.owner.query(
    `select f.isin, f.name, p.peergroup_name as peergroup
       from funds f join peergroups p on p.tenant_id = f.tenant_id and p.id = f.peergroup_id
      where f.tenant_id = $1 and f.price > 0 order by f.id`,
    [world.tenantId],
  ));
}, 120_000);
afterAll(() => world.stop());
afterEach(() => world.expectNoFailure());

/** What is said of a depot of these values by ISIN. */
async function resultOf(values: Readonly<Record<string, number>>): Promise<AnalysisResult> {
  const started = await world.call<{ guid: string }>(null, 'POST', '/depotanalysis', {
    consentVersion: analysisConsentVersion,
  });
  const path = `/depotanalysis/${started.body.guid}`;
  const holdings = Object.entries(values).map(([isin, value]) => ({ isin, name: '', quantity: null, value }));
  const answers = riskAnswers({ horizon: '2036-06-01', lastPurchase: undefined });
  const stored = await world.call(null, 'PUT', path, { answers, holdings }, { 'if-match': '"1"' });
  expect(stored.status).toBe(200);
  const calculated = await world.call<AnalysisResult>(null, 'POST', `${path}/calculate`, {});
  expect(calculated.status).toBe(200);
  return calculated.body;
}

/** One of the funds of a peer group. */
function fundOf(peergroup: string, place = 0) {
  const fund = funds.filter((one) => one.peergroup === peergroup)[place];
  if (!fund) throw new Error(`the world has too few funds in ${peergroup}`);
  return fund;
}

it('sets the risk of a depot whose funds are known against the band of the class the answers lead to', async () => {
  const [shares, money] = [fundOf('Aktien Welt').isin, fundOf('Geldmarkt Euro').isin];
  const assembled = await services.referenceTariff(world.tenantId);
  const told = [];
  for (const values of [{ [shares]: 10_000 }, { [shares]: 5000, [money]: 5000 }, { [money]: 10_000 }]) {
    const { riskAssessment: risk } = await resultOf(values);
    const riskClass = assembled?.tariff.classes.find(({ riskClassId }) => riskClassId === risk.riskClassId);
    const { target = Number.NaN, range = Number.NaN } = riskClass ?? {};
    expect(risk.bandLow).toBeCloseTo(target - range, 2);
    expect(risk.bandHigh).toBeCloseTo(target + range, 2);
    const value = risk.riskValue ?? Number.NaN;
    expect(value).toBeGreaterThan(0);
    told.push([risk.status, value < risk.bandLow, value > risk.bandHigh]);
  }
  expect(told).toEqual([
    ['above', false, true],
    ['in', false, false],
    ['below', true, false],
  ]);
});

it('names several funds of one peer group, and where too much lies in one fund', async () => {
  const [large, small, calm] = [fundOf('Aktien Welt'), fundOf('Aktien Welt', 1), fundOf('Geldmarkt Euro')];
  const { clusters, overlaps } = await resultOf({
    [small.isin]: 1500,
    [large.isin]: 5500,
    [calm.isin]: 3000,
  });
  expect(overlaps.map(({ funds: names, ...overlap }) => ({ ...overlap, funds: names.toSorted() }))).toEqual([
    {
      peergroup: 'Aktien Welt',
      funds: [small.name, large.name].toSorted(),
      share: expect.closeTo(0.7, 3),
    },
  ]);
  expect(clusters).toEqual([{ kind: 'fund', name: large.name, share: expect.closeTo(0.55, 3) }]);
  expect((await resultOf({ [large.isin]: 4000, [calm.isin]: 3500 })).overlaps).toEqual([]);
});

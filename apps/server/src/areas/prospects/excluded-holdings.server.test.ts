import type { AnalysisResult, DepotAnalysis } from '@depotwerk/api/prospects/depot-analysis';
import { analysisConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import { expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { prospectServices } from '../../../test/prospect-world.ts';
import { riskAnswers } from '../../../test/risk-answers.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { createPdfPool } from '../reports/pdf/pdf-pool.ts';
import { prospectRoutes } from './routes.ts';

const db = useTestDatabase();
const world = startedForTests(() =>
  AdviceWorld.start(db, 'small', (own) =>
    prospectRoutes(prospectServices(own, createPdfPool({ size: 1 }), false)),
  ),
);

it('an analysis of a customer knows what her risk profile excludes, which the house asks no visitor', async () => {
  const { rows } = await world.owner.query<{ customer_id: string; id: string; isin: string }>(
    `select c.customer_id, c.id, f.isin from contracts c
       join risk_assessments a on a.tenant_id = c.tenant_id and a.contract_id = c.id and a.status = 'valid'
       join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
       join portfolio_entries e on e.tenant_id = p.tenant_id and e.portfolio_id = p.id and e.quantity > 0
       join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id
      where c.tenant_id = $1 and c.deleted_at is null and f.price > 0 order by c.id, f.id limit 1`,
    [world.tenantId],
  );
  const [own] = rows;
  if (!own) throw new Error('nobody holds a fund');
  const client = await world.caller({ ownCustomerId: own.customer_id });
  const exclude = (excluded: string[]) =>
    world.owner.query(
      `update risk_assessments set excluded_isins = $3, excluded_companies = '{}', excluded_regions = '{}', excluded_sectors = '{}'
        where tenant_id = $1 and contract_id = $2 and status = 'valid'`,
      [world.tenantId, own.id, excluded],
    );
  const titlesOf = async (caller: string) => {
    const begun = await world.call<{ guid: string }>(caller, 'POST', '/my/depot-analysis', {
      consentVersion: analysisConsentVersion,
      contractIds: [own.id],
    });
    const path = `/depotanalysis/${begun.body.guid}`;
    const { holdings, rowVersion } = (await world.call<DepotAnalysis>(null, 'GET', path)).body;
    const answers = riskAnswers({ horizon: '2036-06-01', lastPurchase: undefined });
    const ifMatch = { 'if-match': `"${rowVersion}"` };
    const put = await world.call(null, 'PUT', path, { answers, holdings }, ifMatch);
    expect(put.status).toBe(200);
    const { body } = await world.call<AnalysisResult>(null, 'POST', `${path}/calculate`, {});
    // The parts of the picture are the shares of the table below it, whatever decimals both are shown with.
    for (const { key, label } of body.chartConfig.series) {
      const held = body.positions.filter(({ peergroup }) => (peergroup ?? 'Ohne Zuordnung') === label);
      const share = held.reduce((sum, one) => sum + (one.share ?? 0), 0);
      expect(body.chartData[key]?.[0]?.y).toBeCloseTo(share * 100, 9);
    }
    return body.optimizationHints.map(({ title }) => title);
  };
  await exclude([own.isin]);
  expect(await titlesOf(client)).toContain('Ausgeschlossenes im Depot');

  // Who holds the contract beside her is told nothing of that, and what she excludes herself.
  const { rows: others } = await world.owner.query<{ customer_id: string }>(
    `insert into contract_holders (tenant_id, contract_id, customer_id, assessment_date, valid_until, risk_class_id)
     select tenant_id, $2, id, '2026-01-01', '2099-01-01', 2 from customers where tenant_id = $1 and id <> $3 order by id limit 1
     returning customer_id`,
    [world.tenantId, own.id, own.customer_id],
  );
  const other = others[0]?.customer_id ?? '';
  const holder = await world.caller({ ownCustomerId: other });
  expect(await titlesOf(holder)).not.toContain('Ausgeschlossenes im Depot');
  await exclude([]);
  await world.owner.query('update contract_holders set excluded_isins = $2 where customer_id = $1', [
    other,
    [own.isin],
  ]);
  expect(await titlesOf(holder)).toContain('Ausgeschlossenes im Depot');
  expect(await titlesOf(client)).not.toContain('Ausgeschlossenes im Depot');
});

it('a visitor of a house that asks what shall be excluded reads that she holds such a fund, and only then', async () => {
  const { rows: funds } = await world.owner.query<{ isin: string }>(
    'select isin from funds where tenant_id = $1 and price > 0 order by id limit 2',
    [world.tenantId],
  );
  const [held = '', other = ''] = funds.map(({ isin }) => isin);
  await world.owner.query(
    `insert into questionnaires (tenant_id, questionnaire_key, version, title, questions, scoring, state, published_from)
     select v.tenant_id, v.questionnaire_key, v.version + 1, v.title, v.questions || (select jsonb_agg(q || '{"visibleIf": null}')
          from questionnaires r, jsonb_array_elements(r.questions) q
         where r.tenant_id = v.tenant_id and r.questionnaire_key = 'riskProfile' and q ->> 'profileField' = 'excludedFunds'),
       v.scoring, 'published', v.published_from
       from questionnaires v where v.tenant_id = $1 and v.questionnaire_key = 'depotAnalysis'`,
    [world.tenantId],
  );
  const titlesFor = async (excluded: string) => {
    const begun = await world.call<{ guid: string }>(null, 'POST', '/depotanalysis', {
      consentVersion: analysisConsentVersion,
    });
    const path = `/depotanalysis/${begun.body.guid}`;
    const { questionnaire } = (await world.call<DepotAnalysis>(null, 'GET', path)).body;
    const questionId = questionnaire.questions.find(
      ({ profileField }) => profileField === 'excludedFunds',
    )?.id;
    const answers = [
      ...riskAnswers({ horizon: '2036-06-01', lastPurchase: undefined }),
      { questionId, value: excluded },
    ];
    const holdings = [{ isin: held, name: '', quantity: 10, value: null }];
    const put = await world.call(null, 'PUT', path, { answers, holdings }, { 'if-match': '"1"' });
    expect(put.status).toBe(200);
    const { body } = await world.call<AnalysisResult>(null, 'POST', `${path}/calculate`, {});
    return body.optimizationHints.map(({ title }) => title);
  };
  expect(await titlesFor(held)).toContain('Ausgeschlossenes im Depot');
  expect(await titlesFor(other)).not.toContain('Ausgeschlossenes im Depot');
});

it('a customer without a contract begins with her answers alone', async () => {
  const { rows } = await world.owner.query<{ id: string }>(
    'select id from customers where tenant_id = $1 and deleted_at is null order by id limit 1',
    [world.tenantId],
  );
  const client = await world.caller({ ownCustomerId: rows[0]?.id ?? '' });
  const begun = await world.call<{ guid: string }>(client, 'POST', '/my/depot-analysis', {
    consentVersion: analysisConsentVersion,
    contractIds: [],
  });
  expect(begun.status).toBe(201);
  const { body } = await world.call<DepotAnalysis>(null, 'GET', `/depotanalysis/${begun.body.guid}`);
  expect([body.state, body.holdings]).toEqual(['open', []]);
});

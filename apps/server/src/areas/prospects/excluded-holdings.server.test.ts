import type { AnalysisResult, DepotAnalysis } from '@depotwerk/api/depot-analysis';
import { analysisConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import { expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { prospectServices } from '../../../test/prospect-world.ts';
import { riskAnswers } from '../../../test/risk-answers.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { createPdfPool } from '../documents/pdf/pdf-pool.ts';
import { prospectRoutes } from './routes.ts';

const db = useTestDatabase();
const world = startedForTests(() =>
  AdviceWorld.start(db, 'small', (own) =>
    prospectRoutes(prospectServices(own, createPdfPool({ size: 1 }), false)),
  ),
);

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

import { beforeAll, expect, it } from 'vitest';
import { AdviceWorld, anchorDate } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { readContract } from '../contracts/public.ts';
import { readReportSubject } from '../reports/report-source.view.ts';
import { readCheckedNow } from './checked-now.view.ts';
import { TariffData } from './tariff-data.ts';

const db = useTestDatabase();
const world = startedForTests(() => AdviceWorld.start(db, 'small'));
const noon = Date.parse(`${anchorDate}T11:00:00Z`);
let tariffs: TariffData;
let caller: string;
let contractId: string;
const services = () => ({
  database: db.database,
  checkedNow: (scope: ReturnType<AdviceWorld['scopeOf']>, id: string, today: string) =>
    readCheckedNow({ database: db.database }, tariffs, scope, id, today, noon),
});
const onScreen = () => readContract(services(), world.scopeOf(caller), contractId, anchorDate);
const onPaper = async () =>
  (await readReportSubject(services(), world.scopeOf(caller), contractId, 'Berta Berater', anchorDate)).source
    .detail;

beforeAll(async () => {
  tariffs = new TariffData(db.database);
  caller = await world.caller();
  const { rows } = await world.owner.query<{ id: string }>(
    `select c.id from contracts c where c.tenant_id = $1 and c.deleted_at is null and c.check_fingerprint is not null
        and c.risk_value > 0 and c.contract_score is not null order by c.id limit 1`,
    [world.tenantId],
  );
  contractId = rows[0]?.id ?? '';
  await world.call(caller, 'POST', `/contracts/${contractId}/check`, {});
});

it('papers say what the screen says while the check that is stored knows the fund data there are', async () => {
  const [screen, paper] = [await onScreen(), await onPaper()];
  expect(paper).toEqual({
    ...screen,
    contractScore: { ...screen.contractScore, calculatedAt: new Date(noon).toISOString() },
    contract: { ...screen.contract, contractScore: paper.contract.contractScore },
  });
});

it('papers made between new key figures and the check that follows them say what that check is going to say', async () => {
  const former = await onScreen();
  // Twice the volatility: every measure moves.
  await world.owner.query(
    'update peergroup_covariances set covariance = covariance * 4 where tenant_id = $1',
    [world.tenantId],
  );
  expect((await onScreen()).contract.risk).toEqual(former.contract.risk);
  const paper = await onPaper();
  expect(paper.contract.risk.riskValue).not.toBe(former.contract.risk.riskValue);
  expect((await world.call(caller, 'POST', `/contracts/${contractId}/check`, {})).status).toBe(200);
  const later = await onScreen();
  expect(paper.contract.risk).toEqual(later.contract.risk);
  expect(paper.contractScore?.value).toBe(later.contractScore?.value);
  expect(paper.currentPortfolio).toEqual(later.currentPortfolio);
});

it('a contract nobody ever checked is not checked by its paper', async () => {
  await world.owner.query(
    `update contracts set check_fingerprint = null, contract_score = null, score_calculated_at = null where tenant_id = $1 and id = $2`,
    [world.tenantId, contractId],
  );
  expect((await onPaper()).contractScore).toBeNull();
});

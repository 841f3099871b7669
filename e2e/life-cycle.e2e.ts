import { getContract } from '@depotwerk/api/contracts/contract-detail';
import { draftOfContract, getContractForm } from '@depotwerk/api/contracts/contract-form';
import { listContracts } from '@depotwerk/api/contracts/contracts';
import { simulateOptimization } from '@depotwerk/api/optimization/optimization';
import { describe, expect, it } from 'vitest';
import { adviserApi } from './support/adviser-api.ts';
import { DeskApi } from './support/desk-api.ts';
import { expectAccessibleAtBothSizes, loaded, textsOf, useJourney } from './support/journey.ts';
import { show } from './support/show.ts';
import { enter, newTariffOf, publishVersion, tariffApprover, tariffManager } from './support/tariff-steps.ts';

const journey = useJourney();
const admin = 'admin@demo.example';

type Call = Awaited<ReturnType<typeof adviserApi>>;

/** A day so many years from now; a month is left, so that no leap day moves it over a step. */
function yearsFromNow(years: number): string {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() + years);
  day.setUTCDate(day.getUTCDate() - 30);
  return day.toISOString().slice(0, 10);
}

/** A contract that no bank keeps, with this tariff and end; its risk class is 4. */
async function contractOf(call: Call, tariffId: string, endDate: string): Promise<string> {
  const list = await call('GET', '/contracts?isLinked=false&pageSize=200');
  const id = listContracts.answer.parse(list.answer)[4]?.id ?? '';
  const form = getContractForm.answer.parse((await call('GET', `/contracts/${id}/form`)).answer);
  const body = { ...draftOfContract(form), tariffId, riskClassId: 4, endDate };
  const reply = await call('PUT', `/contracts/${id}`, body, { 'if-match': `"${form.rowVersion}"` });
  expect(reply).toMatchObject({ status: 200 });
  return id;
}

/** What the proposals of a contract are made for, and whether they suit. */
async function proposalsOf(call: Call, contractId: string, choices: object) {
  const reply = await call('POST', `/contracts/${contractId}/simulate`, choices);
  const { proposals } = simulateOptimization.answer.parse(reply.answer);
  expect(proposals).toHaveLength(4);
  return proposals.map(({ before, after, checks }) => {
    const check = checks.find(({ checkKey }) => checkKey === 'suitability');
    return {
      classes: [before.risk.riskClassId, after.risk.riskClassId],
      target: after.risk.target,
      suitability: check?.text ?? '',
      result: check?.result,
    };
  });
}

describe('a tariff with a life cycle', () => {
  it('is built by steps that go down, published, and holds a contract near its end', async () => {
    const api = await DeskApi.signIn(journey.url, tariffManager);
    const tariff = await newTariffOf(api);
    const path = `/admin/tariffs/${tariff.id}`;
    const manager = await journey.signedIn(tariffManager, `${path}/product-type`);
    const years = manager.getByLabel(/^Jahre vor dem Ende/);
    const highest = manager.getByRole('combobox', { name: /^Höchste Risikoklasse/ });
    const add = manager.getByRole('button', { name: 'Stufe hinzufügen' });
    await add.click();
    await enter(years.first(), '5');
    await highest.first().selectOption('2');
    await add.click();
    // A step that neither lies later nor goes down is refused where it stands.
    await enter(years.last(), '6');
    await highest.last().selectOption('3');
    await manager.getByRole('button', { name: 'Speichern', exact: true }).click();
    await manager.getByText('Die Stufe muss näher am Ende liegen als die vorherige.').first().waitFor();
    await enter(years.last(), '1');
    await highest.last().selectOption('1');
    await manager.getByRole('img', { name: /Höchste Risikoklasse in den letzten Jahren/ }).waitFor();
    await expectAccessibleAtBothSizes(manager);
    await shot(manager, 'life-cycle-steps');
    await manager.getByRole('button', { name: 'Speichern', exact: true }).click();
    await manager.getByText(`„${tariff.name}“ wurde gespeichert.`).waitFor();
    await show(manager, `${path}/summary`);
    await manager
      .getByText(
        'ab 5 Jahren vor dem Ende höchstens Risikoklasse 2; ab 1 Jahr vor dem Ende höchstens Risikoklasse 1',
      )
      .waitFor();
    await manager.getByRole('img', { name: /Höchste Risikoklasse in den letzten Jahren/ }).waitFor();

    await show(manager, `${path}/versions`);
    const approver = await journey.signedIn(tariffApprover, `${path}/versions`);
    await publishVersion({ manager, approver, version: 1 });

    const call = await adviserApi(journey.url, admin);
    const contractId = await contractOf(call, tariff.id, yearsFromNow(4));
    const page = await journey.signedIn(admin, `/contracts/${contractId}/overview`);
    await page.getByText(/hält den Vertrag seit dem .+ auf höchstens Risikoklasse 2/).waitFor();
    await page.getByText(/^höchstens Risikoklasse 1 \(ab /).waitFor();
    await loaded(page);
    await expectAccessibleAtBothSizes(page);
    await shot(page, 'life-cycle-contract');
    const { contract } = getContract.answer.parse((await call('GET', `/contracts/${contractId}`)).answer);
    expect(contract.risk.riskClassId).toBe(4);
    await show(page, `/contracts/${contractId}/optimization`);
    await page
      .getByText(/Ablaufmanagement/)
      .first()
      .waitFor();
    await shot(page, 'life-cycle-plans');
    // What is proposed is made for the lower class; for the contract's own class, 4, all of it is held back.
    const bounded = await proposalsOf(call, contractId, {});
    expect(bounded.map(({ classes }) => classes)).toEqual(bounded.map(() => [2, 2]));
    for (const { suitability } of bounded)
      expect(suitability).not.toContain('das Ablaufmanagement des Tarifs');
    const own = await proposalsOf(call, contractId, { riskClassId: 4 });
    expect(own.map(({ classes }) => classes)).toEqual(bounded.map(() => [4, 4]));
    for (const { suitability, result } of own) {
      expect(result).toBe('blocked');
      expect(suitability).toContain(
        'Die gewählte Risikoklasse 4 liegt über der Klasse 2, die das Ablaufmanagement des Tarifs',
      );
    }
    expect(bounded.every(({ target }) => target < (own[0]?.target ?? 0))).toBe(true);
    await show(page, `/contracts/${contractId}/analysis`);
    await page.getByRole('img', { name: /^Aktienquote laut Tarif/ }).waitFor();
    const way = page.getByRole('region', { name: 'Ablaufmanagement' }).getByRole('row');
    await expect.poll(async () => (await textsOf(way.locator('td:first-of-type'))).join()).toBe('2,1');
    await page.getByText(/^Mit jeder Stufe des Ablaufmanagements gelten/).waitFor();
    await expectAccessibleAtBothSizes(page);
    await shot(page, 'life-cycle-analysis');
  });
});

async function shot(page: Awaited<ReturnType<typeof journey.signedIn>>, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

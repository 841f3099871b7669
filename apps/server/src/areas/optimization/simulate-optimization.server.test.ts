import { randomUUID } from 'node:crypto';
import { adviceInput } from '@depotwerk/api/optimization/advice';
import { adviceRequest } from '@depotwerk/engine/advice/advice-request';
import { planAdvice } from '@depotwerk/engine/advice/plan-advice';
import { planProposal } from '@depotwerk/engine/planning/plan-optimization';
import { describe, expect, it } from 'vitest';
import type { AdviceRefusal } from '../../../test/advice-calls.ts';
import { adviceHouse } from '../../../test/advice-house.ts';

const { world, admin, inputOf, simulate } = adviceHouse('medium');

const plan = (id: string, body: object) =>
  world.call<AdviceRefusal>(admin, 'POST', `/contracts/${id}/plan-optimization`, body);
/** A contract whose full switch is feasible and trades something. */
async function tradable(): Promise<string> {
  for (const id of await world.contractIds('c.risk_class_id is not null', 250)) {
    const [full] = (await simulate(id, { mode: 'full' })).body.proposals;
    if (full?.isFeasible && full.transactions.length > 1) return id;
  }
  throw new Error('No contract of this world can be switched.');
}

describe('what-if', () => {
  it('computes in the browser what the server computes, bit for bit', async () => {
    const ids = await world.contractIds('c.risk_class_id is not null', 60);
    for (const [place, id] of ids.entries()) {
      const { body, status } = await inputOf(id);
      expect(status).toBe(200);
      const input = adviceInput.parse(body);
      const held = input.contract.positions[0]?.isin;
      const fundId = input.funds.find(({ isin }) => isin === held)?.fundId ?? 0;
      const choices = [
        {},
        { riskClassId: 2, cashAmount: 1234.56 },
        { lockedFundIds: [fundId] },
        { excludedFundIds: [fundId] },
      ][place % 4];
      const answer = await simulate(id, choices);
      expect(answer.status).toBe(200);
      expect(answer.body.inputHash).toBe(input.inputHash);
      expect(answer.body.proposals).toEqual(
        JSON.parse(JSON.stringify(planAdvice(input, choices ?? {}))) as unknown,
      );
    }
  });

  it('keeps the invariants of a plan over the demo contracts', async () => {
    let orders = 0;
    for (const id of await world.contractIds('c.risk_class_id is not null', 120)) {
      const { body: input } = await inputOf(id);
      const proposals = planAdvice(input, { cashAmount: 500 });
      expect(proposals.map(({ mode }) => mode)).toEqual([
        'keepPortfolio',
        'savingsPlanOnly',
        'necessary',
        'full',
      ]);
      for (const proposal of proposals) {
        const cents = (value: number) => Math.round(value * 100);
        const moved = proposal.transactions.reduce(
          (sum, { action, amount, fee }) =>
            sum + (action === 'sell' ? cents(amount) : -cents(amount)) - cents(fee),
          0,
        );
        orders += proposal.transactions.length;
        // Cash identity to the cent: what was there, what came in, what orders moved, what the switch costs.
        expect(cents(proposal.cashAfter)).toBe(
          cents(proposal.cashBefore) +
            50_000 -
            cents(proposal.costs.entry) +
            moved -
            cents(proposal.costs.switchFee),
        );
        expect(proposal.cashAfter).toBeGreaterThanOrEqual(0);
        for (const order of proposal.transactions) {
          const held = input.contract.positions.find(({ isin }) => isin === order.isin)?.quantity ?? 0;
          expect(order.action === 'buy' || order.quantity <= held + 1e-9).toBe(true);
          expect(order.reason).not.toMatch(/[A-Z]{2}[A-Z0-9]{9}\d/);
          expect(order.reason.length).toBeGreaterThan(10);
        }
        const shares = proposal.savingsPlanChanges.reduce((sum, { fractionAfter }) => sum + fractionAfter, 0);
        expect(Math.round(shares * 1e6)).toBe(proposal.savingsPlanChanges.length > 0 ? 1e6 : 0);
      }
    }
    expect(orders).toBeGreaterThan(300);
  });

  it('proposes nothing in a second run on its result, and does not care for the order of positions', async () => {
    let planned = 0;
    for (const id of await world.contractIds('c.risk_class_id is not null', 120)) {
      const { body: input } = await inputOf(id);
      const { context, request } = adviceRequest(input, {});
      const first = planProposal(context, request, 'full');
      if (!first.isFeasible) continue;
      planned += first.orders.length;
      const second = planProposal(context, { ...request, contract: first.contractAfter }, 'full');
      expect(second.orders).toEqual([]);
      const turned = { ...input.contract, positions: input.contract.positions.toReversed() };
      expect(planProposal(context, { ...request, contract: turned }, 'full').orders).toEqual(first.orders);
    }
    expect(planned).toBeGreaterThan(100);
  });

  it('says which limit binds and why', async () => {
    const id = await tradable();
    const allowAtMost = (fraction: number) =>
      world.owner.query(
        `update tariff_versions v set content = jsonb_set(content, '{tariff,maxSecurityFractionPortfolio}', $2::jsonb)
          where state = 'published' and tariff_id = (select tariff_id from contracts where id = $1)`,
        [id, String(fraction)],
      );
    await allowAtMost(0.02);
    const answer = await plan(id, { mode: 'full' });
    expect([answer.status, answer.body.code]).toEqual([400, 'optimization.infeasible']);
    expect(answer.body.params?.reasons[0]?.limit).toMatch(/^portfolio\./);
    expect(answer.body.params?.reasons[0]?.text).toContain('mindestens');
    const simulated = await simulate(id);
    expect(simulated.status).toBe(200);
    expect(simulated.body.proposals.find(({ mode }) => mode === 'full')).toMatchObject({ isFeasible: false });
    await allowAtMost(1);
    // The tariff side in memory follows at once.
    expect((await simulate(id, { mode: 'full' })).body.proposals[0]?.isFeasible).toBe(true);
  });

  it('refuses what it cannot work with', async () => {
    const [id = ''] = await world.contractIds('c.risk_class_id is not null');
    const [unassessed = ''] = await world.contractIds('c.risk_class_id is null');
    expect((await simulate(id, { riskClassId: 7, mode: 'half' })).status).toBe(400);
    expect((await simulate(id, { lockedFundIds: [999_999] })).body.validation).toMatchObject([
      { code: 'unknownFund' },
    ]);
    expect((await simulate(id, { cashAmount: -1 })).status).toBe(400);
    expect((await simulate(id, { extra: true })).status).toBe(400);
    expect((await simulate(unassessed)).body.code).toBe('optimization.notCheckable');
    expect((await simulate(unassessed, { riskClassId: 2 })).status).toBe(200);
    expect((await inputOf(unassessed)).status).toBe(200);
    expect((await simulate(randomUUID())).status).toBe(404);
  });
});

describe('key information', () => {
  it('is missed where none is on file, and found by the next plan once it is', async () => {
    const id = await tradable();
    const check = async () => {
      const [full] = (await simulate(id, { mode: 'full' })).body.proposals;
      const bought = full?.transactions.filter(({ action }) => action === 'buy') ?? [];
      return { bought, bib: full?.checks.find(({ checkKey }) => checkKey === 'bib') };
    };
    const { bought } = await check();
    expect(bought.length).toBeGreaterThan(0);
    const fundIds = bought.map(({ fundId }) => fundId);
    const { rows: filed } = await world.owner.query<{ fund_id: number }>(
      `select fund_id from documents where tenant_id = $1 and document_type = 'kiid' and fund_id = any ($2)`,
      [world.tenantId, fundIds],
    );
    // What is on file is kept for years; here it is as if it had never been filed.
    await world.owner.query('alter table documents disable trigger user');
    await world.owner.query(`delete from documents where tenant_id = $1 and fund_id = any ($2)`, [
      world.tenantId,
      fundIds,
    ]);
    await world.owner.query('alter table documents enable trigger user');
    await world.owner.query('update funds set name = name where tenant_id = $1 and id = 1', [world.tenantId]);
    const missed = (await check()).bib;
    expect(missed?.result).toBe('warning');
    for (const { fundName } of bought) expect(missed?.text).toContain(fundName);
    for (const fundId of fundIds)
      await world.owner.query(
        `insert into documents (tenant_id, fund_id, document_type, title, file_name, media_type, byte_size, content_hash, content)
         values ($1, $2, 'kiid', 'BIB', 'bib.pdf', 'application/pdf', 5, sha256('%PDF-'), '%PDF-')`,
        [world.tenantId, fundId],
      );
    // Funds saved into from now on may still be without.
    const found = (await check()).bib;
    for (const { fundName } of bought) expect(found?.text).not.toContain(fundName);
    expect(filed.length).toBeGreaterThan(0);
  });
});

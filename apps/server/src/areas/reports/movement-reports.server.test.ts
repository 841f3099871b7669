import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { tenantA } from '../../../test/contract-world.ts';
import { codeOf, textOf, useDocumentWorld } from '../../../test/document-world.ts';

const world = useDocumentWorld();

describe('reports of payments and movements', () => {
  const savingsPlanId = randomUUID();

  beforeAll(async () => {
    world.now = Date.parse('2026-11-20T10:00:00Z');
    await world.owner.query(
      `insert into savings_plans (tenant_id, id, contract_id, valid_from, contribution, contribution_interval, dynamic_percent)
       values ($1, $2, $3, '2025-01-15', 100, 1, 0.02)`,
      [tenantA, savingsPlanId, world.contractId],
    );
    await world.owner.query(
      `insert into savings_plan_entries (tenant_id, savings_plan_id, fund_id, fraction, amount)
       values ($1, $2, 1, 0.75, 75), ($1, $2, 2, 0.25, 25)`,
      [tenantA, savingsPlanId],
    );
    await world.owner.query('update funds set minimum_savings_amount = 50 where id = 2');
    await world.owner.query(
      `insert into fund_movements (tenant_id, contract_id, fund_id, movement_kind, movement_day, quantity, amount, movement_source)
       values ($1, $2, 1, 'purchase', '2024-01-02', 100, 4000, 'book'), ($1, $2, 2, 'sale', '2026-11-03', 4, 123.44, 'hand')`,
      [tenantA, world.contractId],
    );
  });

  test('the savings plan has its funds, least rates and next payments, and is archived', async () => {
    const answer = await world.report('savingsPlanOverview');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toContain(
      encodeURIComponent('Sparplanübersicht_V-1_2026-11-20.pdf'),
    );
    const text = await textOf(answer.bytes);
    for (const part of [
      'Stetig Renten',
      '25,00 %',
      '50,00 €',
      'nicht erreicht',
      '15.12.2026',
      '15.01.2027',
      '102,00 €',
    ])
      expect(text.replaceAll('\u00a0', ' ')).toContain(part);
    const { rows } = await world.owner.query('select 1 from documents where id = $1 and document_type = $2', [
      answer.headers['x-document-id'],
      'savingsPlanOverview',
    ]);
    expect(rows).toHaveLength(1);
  });

  test('transactions are those of the period', async () => {
    const all = await world.report('transactions');
    expect(all.status).toBe(200);
    const text = (await textOf(all.bytes)).replaceAll('\u00a0', ' ');
    for (const part of ['02.01.2024', '4.000,00 €', '40,00 €', '03.11.2026', '30,86 €', 'DE0005933931'])
      expect(text).toContain(part);
    const month = (await textOf((await world.report('transactions', { period: '1m' })).bytes)).replaceAll(
      '\u00a0',
      ' ',
    );
    expect(month).toContain('123,44 €');
    expect(month).not.toContain('02.01.2024');
  });

  test('what a contract has not is said', async () => {
    const path = `/contracts/${world.otherContractId}/report-data`;
    expect(codeOf(await world.post(world.adviser, `${path}/savingsPlanOverview`))).toBe(
      'reports.savingsPlanMissing',
    );
    expect((await world.post(world.adviser, `${path}/transactions`)).status).toBe(200);
  });
});

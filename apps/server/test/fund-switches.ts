import { beforeAll } from 'vitest';
import { contractHouse } from './contract-house.ts';
import { north, tenantA } from './contract-world.ts';

interface FormAnswer {
  request: Record<string, unknown> & { fromFunds: unknown[]; toFunds: unknown[] };
  element: {
    version: number;
    children: { id: string; children: { id: string; children: { id: string; isVisible: boolean }[] }[] }[];
  };
  validation: { path: string; severity: number; code: string; text: string }[];
  revision: number;
  submission: { id: string; submissionNumber: string } | null;
}

const held = 101;
const target = 102;
const closed = 103;

/** A house whose contracts have an insurer's fund switch form, three funds for it, and a complete application. */
export function useFundSwitches() {
  const { test, world, server, admin, tariff } = contractHouse();

  beforeAll(async () => {
    for (const [id, isin, name, status] of [
      [held, 'DE000BASF111', 'Bestand', 'open'],
      [target, 'DE0005557508', 'Ziel', 'open'],
      [closed, 'DE0007164600', 'Geschlossen', 'closed'],
    ] as const) {
      await run(
        `insert into funds (tenant_id, id, isin, name, fund_status, is_savings_plan_capable, kiid)
        values ($1, $2, $3, $4, $5, $6, 'https://fonds.example/bib.pdf')`,
        tenantA,
        id,
        isin,
        name,
        status,
        id !== target,
      );
    }
  });

  const run = (sql: string, ...values: unknown[]) => test.owner.query(sql, values);

  async function aContract(groupId = north, columns = {}): Promise<string> {
    const customer = await world.addCustomer(tenantA, { groupId });
    const id = await world.addContract(tenantA, customer.id, tariff, columns);
    const { rows } = await run(
      `insert into portfolios (tenant_id, contract_id, valuation_date, total_value, cash_value, is_current)
     values ($1, $2, current_date, 1000, 1000, true) returning id`,
      tenantA,
      id,
    );
    await run(
      `insert into portfolio_entries (tenant_id, portfolio_id, fund_id, quantity, price, price_date, value, fraction)
     values ($1, $2, $3, 10, 100, current_date, 1000, 1)`,
      tenantA,
      rows[0]?.id,
      held,
    );
    await run(
      `insert into risk_assessments (tenant_id, contract_id, assessment_date, valid_until, risk_class_id, risk_type_id, status)
      values ($1, $2, '2020-01-01', current_date + 30, 3, 1, 'valid')`,
      tenantA,
      id,
    );
    return id;
  }

  const fund = (fundId: number, percent: number | null) => ({
    fundId,
    fundName: 'erfunden',
    isin: 'x',
    percent,
  });
  const complete = {
    fromFunds: [fund(held, 50)],
    targetFundId: null,
    toFunds: [fund(target, 100)],
    execution: { kind: 'next', date: null },
    savingsPlan: { isChanged: false, targetFundId: null, funds: [] },
    remark: 'Bitte bestätigen',
    handingOver: 'mail',
    isConfirmed: true,
  };

  async function put(contractId: string, command: string, request: unknown, revision: number, token = admin) {
    const path = `/contracts/${contractId}/elements/fundSwitch/${
      ['change', 'save', 'submit'].includes(command) ? 'form-data' : 'commands'
    }`;
    const headers = { 'if-match': `"${revision}"` };
    const answer = await server.call(token, 'PUT', path, { headers, body: { command, request } });
    // Answers are checked against the descriptor's schema by the test server.
    return {
      status: answer.status,
      body: answer.body as FormAnswer,
      problem: answer.body as { code: string },
    };
  }

  return { test, world, server, admin, held, target, closed, run, aContract, fund, complete, put };
}

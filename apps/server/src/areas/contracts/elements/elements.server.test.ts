import { beforeAll, describe, expect, it } from 'vitest';
import { contractHouse } from '../../../../test/contract-house.ts';
import { north, south, tenantA } from '../../../../test/contract-world.ts';
import { meanwhile } from '../../../../test/meanwhile.ts';

const { test, world, server, admin, tariff } = contractHouse();
const held = 101;
const target = 102;
const closed = 103;

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

beforeAll(async () => {
  for (const [id, isin, name, status] of [
    [held, 'DE000BASF111', 'Bestand', 'open'],
    [target, 'DE0005557508', 'Ziel', 'open'],
    [closed, 'DE0007164600', 'Geschlossen', 'closed'],
  ] as const) {
    await test.owner.query(
      `insert into funds (tenant_id, id, isin, name, fund_status, is_savings_plan_capable, kiid)
        values ($1, $2, $3, $4, $5, $6, 'https://fonds.example/bib.pdf')`,
      [tenantA, id, isin, name, status, id !== target],
    );
  }
});

async function aContract(groupId = north, columns = {}): Promise<string> {
  const customer = await world.addCustomer(tenantA, { groupId });
  const id = await world.addContract(tenantA, customer.id, tariff, columns);
  const { rows } = await test.owner.query<{ id: string }>(
    `insert into portfolios (tenant_id, contract_id, valuation_date, total_value, cash_value, is_current)
     values ($1, $2, current_date, 1000, 1000, true) returning id`,
    [tenantA, id],
  );
  await test.owner.query(
    `insert into portfolio_entries (tenant_id, portfolio_id, fund_id, quantity, price, price_date, value, fraction)
     values ($1, $2, $3, 10, 100, current_date, 1000, 1)`,
    [tenantA, rows[0]?.id, held],
  );
  await test.owner.query(
    `insert into risk_assessments (tenant_id, contract_id, assessment_date, valid_until, risk_class_id, risk_type_id, status)
      values ($1, $2, '2020-01-01', current_date + 30, 3, 1, 'valid')`,
    [tenantA, id],
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
  return { status: answer.status, body: answer.body as FormAnswer, problem: answer.body as { code: string } };
}

describe('the fund-switch form', () => {
  it('is described by the server and starts with the holdings', async () => {
    const id = await aContract();
    const description = await server.get(admin, `/contracts/${id}/elements/fundSwitch`);
    expect(description.status).toBe(200);
    expect(description.headers['etag']).toBe('"0"');
    expect(description.body).toMatchObject({
      kind: 'form',
      elementKey: 'fundSwitch',
      label: 'Fondswechsel bei Nordstern',
    });
    const { body } = await put(id, 'change', null, 0);
    expect(body.request.fromFunds).toEqual([
      { fundId: held, fundName: 'Bestand', isin: 'DE000BASF111', percent: 0 },
    ]);
    expect(
      body.validation.filter((finding) => finding.severity === 2).map((finding) => finding.code),
    ).toEqual(['noSource', 'noTarget', 'confirmationMissing']);
  });

  it('sets names itself, drops funds nobody knows, and shows fields as the data asks', async () => {
    const id = await aContract();
    const request = {
      ...complete,
      toFunds: [fund(target, 60), fund(closed, 30), fund(999_999, 10)],
      savingsPlan: { isChanged: true, targetFundId: null, funds: [fund(target, 100)] },
      execution: { kind: 'date', date: '2020-01-01' },
    };
    const { body } = await put(id, 'change', request, 0);
    expect(body.request.toFunds).toEqual([
      { fundId: target, fundName: 'Ziel', isin: 'DE0005557508', percent: 60 },
      { fundId: closed, fundName: 'Geschlossen', isin: 'DE0007164600', percent: 30 },
    ]);
    const fields = body.element.children.flatMap((part) => part.children).flatMap((part) => part.children);
    expect(fields.find((part) => part.id === 'executionDate')?.isVisible).toBe(true);
    expect(body.validation.map((finding) => `${finding.severity} ${finding.path} ${finding.code}`)).toEqual([
      '2 toFunds.1 fundNotAllowed',
      '2 toFunds sumNotHundred',
      '2 savingsPlan.funds.0 notForSavingsPlan',
      '2 execution.date datePast',
      '0  fee',
    ]);
    // The contract has no cost model.
    expect(body.validation.at(-1)?.text).toMatch(/^Ob dieser Fondswechsel etwas kostet, ist nicht bekannt/);
  });

  it('refuses what one of the holders excludes, and what is made for others', async () => {
    const id = await aContract();
    const request = {
      ...complete,
      savingsPlan: { isChanged: true, targetFundId: null, funds: [fund(held, 100)] },
    };
    const faults = async () =>
      (await put(id, 'submit', request, 0)).body.validation?.map(({ path, code }) => `${path} ${code}`) ?? [];
    const second = await world.addCustomer(tenantA, { groupId: north });
    await test.owner.query(
      `insert into contract_holders (tenant_id, contract_id, customer_id, assessment_date, valid_until, risk_class_id,
         excluded_isins) values ($1, $2, $3, current_date, current_date + 30, 3, array[$4])`,
      [tenantA, id, second.id, 'DE0005557508'],
    );
    expect(await faults()).toEqual(['toFunds.0 fundNotForClient']);
    await test.owner.query(`update funds set mifid_r = 'N' where tenant_id = $1 and id = $2`, [
      tenantA,
      held,
    ]);
    expect(await faults()).toEqual(['toFunds.0 fundNotForClient', 'savingsPlan.funds.0 fundNotForClient']);
    await test.owner.query('delete from contract_holders where contract_id = $1', [id]);
    expect(await faults()).toEqual(['savingsPlan.funds.0 fundNotForClient']);
    await test.owner.query('update funds set mifid_r = null where tenant_id = $1 and id = $2', [
      tenantA,
      held,
    ]);
    expect((await put(id, 'submit', request, 0)).status).toBe(200);
  });

  it('is not sent without a valid profile of every holder, nor with what one of them excludes while it is sent', async () => {
    const id = await aContract();
    const second = await world.addCustomer(tenantA, { groupId: north });
    await test.owner.query(
      `insert into contract_holders (tenant_id, contract_id, customer_id) values ($1, $2, $3)`,
      [tenantA, id, second.id],
    );
    const { body } = await put(id, 'submit', complete, 0);
    expect(body.validation).toMatchObject([
      { code: 'profileMissing', params: { text: expect.stringMatching(/^Von .+ liegt kein gültiges/) } },
    ]);
    await test.owner.query(
      `update contract_holders set assessment_date = current_date, valid_until = current_date, risk_class_id = 3 where contract_id = $1`,
      [id],
    );
    const late = await meanwhile(
      test,
      tenantA,
      async (other) => {
        await other.query('select from contracts where id = $1 for no key update', [id]);
        await other.query(
          `update contract_holders set excluded_isins = array['DE0005557508'] where contract_id = $1`,
          [id],
        );
      },
      () => put(id, 'submit', complete, 0),
    );
    expect(late.body.validation).toMatchObject([
      {
        path: 'toFunds.0',
        code: 'fundNotForClient',
        params: {
          text: expect.stringMatching(/schließt Ziel aus \(dieser Fonds\)\. Bitte wählen Sie einen anderen/),
        },
      },
    ]);
    const { rows } = await test.owner.query('select from element_submissions where contract_id = $1', [id]);
    expect(rows).toEqual([]);
    await test.owner.query('delete from contract_holders where contract_id = $1', [id]);
    expect((await put(id, 'submit', complete, 0)).status).toBe(200);
  });

  it('buys nothing before the key information was handed over, which is recorded with it for every holder', async () => {
    const id = await aContract();
    const second = await world.addCustomer(tenantA, { groupId: north });
    await test.owner.query(
      `insert into contract_holders (tenant_id, contract_id, customer_id, assessment_date, valid_until, risk_class_id)
        values ($1, $2, $3, current_date, current_date, 3)`,
      [tenantA, id, second.id],
    );
    const unsaid = { ...complete, handingOver: null };
    const { body: form } = await put(id, 'change', unsaid, 0);
    const rows = form.element.children.flatMap((part) => part.children);
    expect(rows.find((part) => part.id === 'handingOver')).toMatchObject({ isVisible: true });
    const missing = (await put(id, 'submit', unsaid, 0)).body.validation;
    expect(missing).toMatchObject([
      {
        path: 'handingOver',
        code: 'keyInformationMissing',
        params: {
          text: expect.stringMatching(/auszuhändigen: Ziel \(an .+, .+\)\. Bitte händigen Sie es aus/),
        },
      },
    ]);
    // Data of an open page or a draft of before lacks the member.
    const { handingOver: _unknown, ...former } = complete;
    expect((await put(id, 'submit', former, 0)).body.validation).toMatchObject([{ path: 'handingOver' }]);
    await test.owner.query('update funds set kiid = null where tenant_id = $1 and id = $2', [
      tenantA,
      target,
    ]);
    expect((await put(id, 'submit', complete, 0)).body.validation).toMatchObject([
      { path: 'toFunds', code: 'noKeyInformation' },
    ]);
    await test.owner.query(`update funds set kiid = 'https://fonds.example/bib.pdf' where tenant_id = $1`, [
      tenantA,
    ]);
    expect((await put(id, 'submit', complete, 0)).status).toBe(200);
    const { rows: recorded } = await test.owner.query(
      'select fund_id as fund, form from key_information_handovers where contract_id = $1',
      [id],
    );
    expect(recorded).toEqual([
      { fund: target, form: 'mail' },
      { fund: target, form: 'mail' },
    ]);
    // Once is enough.
    const { body: again } = await put(id, 'submit', unsaid, 0);
    expect(again.submission).not.toBeNull();
  });

  it('records who looked at the holdings it begins with', async () => {
    const id = await aContract();
    const reader = await server.caller();
    await server.get(reader, `/contracts/${id}/elements/fundSwitch`);
    await put(id, 'change', null, 0, reader);
    await put(id, 'sellAll', null, 0, reader);
    // What somebody typed himself tells him nothing new.
    await put(id, 'change', complete, 0, reader);
    const { rows } = await test.owner.query(
      `select actor_user_id as "userId", details->>'part' as part from audit_entries
        where object_id = $1 and action = 'contracts.read' order by id`,
      [id],
    );
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ userId: reader, part: 'form' })));
  });

  it('runs its commands', async () => {
    const id = await aContract();
    const sold = await put(id, 'sellAll', null, 0);
    expect(sold.body.request.fromFunds).toMatchObject([{ fundId: held, percent: 100 }]);
    const chosen = await put(
      id,
      'addTarget',
      { ...complete, toFunds: [fund(held, 30)], targetFundId: target },
      0,
    );
    expect(chosen.body.request).toMatchObject({
      targetFundId: null,
      toFunds: [
        { fundId: held, percent: 30 },
        { fundId: target, percent: 70 },
      ],
    });
    const toFunds = [fund(held, 1), fund(target, 1), fund(closed, 1)];
    const spread = await put(id, 'spreadTargets', { ...complete, toFunds }, 0);
    expect(spread.body.request.toFunds).toMatchObject([{ percent: 34 }, { percent: 33 }, { percent: 33 }]);
    expect(await put(id, 'constructor', complete, 0)).toMatchObject({
      status: 400,
      problem: { code: 'elements.commandUnknown' },
    });
  });

  it('keeps a draft, resumes it, and refuses who has not seen the latest', async () => {
    const id = await aContract();
    expect((await put(id, 'save', complete, 0)).body.revision).toBe(1);
    const later = await put(id, 'save', { ...complete, remark: 'zweite' }, 1);
    expect(later.body.revision).toBe(2);
    expect((await put(id, 'save', complete, 1)).problem.code).toBe('elements.outdated');
    expect((await put(id, 'change', null, 2)).body.request['remark']).toBe('zweite');
    // Another user has a draft of his own.
    const colleague = await server.caller();
    expect((await put(id, 'change', null, 0, colleague)).body.request['remark']).toBe('');
  });

  it('is sent once: stored with its version, audited, and of ten at once one wins', async () => {
    const id = await aContract();
    expect(await put(id, 'submit', { ...complete, isConfirmed: false }, 0)).toMatchObject({
      status: 400,
      problem: {
        code: 'elements.invalid',
        validation: [{ path: 'isConfirmed', code: 'confirmationMissing' }],
      },
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => put(id, 'submit', complete, 0)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.problem.code === 'elements.outdated')).toHaveLength(9);
    const { rows } = await test.owner.query(
      'select description_version, request from element_submissions where contract_id = $1',
      [id],
    );
    expect(rows).toMatchObject([{ description_version: 2, request: { toFunds: [{ fundName: 'Ziel' }] } }]);
    const audit = await test.owner.query(
      `select 1 from audit_entries where object_id = $1 and action = 'contracts.submitElement'`,
      [id],
    );
    expect(audit.rowCount).toBe(1);
    await expect(
      test.owner.query('delete from element_submissions where contract_id = $1', [id]),
    ).rejects.toThrow(/cannot be changed/);
  });

  it('is there only for contracts with an insurer, for who may see and edit them', async () => {
    const id = await aContract();
    const without = await aContract(north, { insurer_id: null });
    expect((await put(without, 'change', null, 0)).problem.code).toBe('elements.notFound');
    expect((await server.get(admin, `/contracts/${id}/elements/other`)).status).toBe(404);
    expect((await server.get(null, `/contracts/${id}/elements/fundSwitch`)).status).toBe(401);
    const reader = await server.caller({ permissions: ['contracts.view'] });
    expect((await server.get(reader, `/contracts/${id}/elements/fundSwitch`)).status).toBe(200);
    expect((await put(id, 'change', null, 0, reader)).status).toBe(403);
    const stranger = await server.caller({
      memberships: [{ groupId: south, groupRights: ['groupContracts.view', 'groupContracts.edit'] }],
    });
    expect((await put(id, 'change', null, 0, stranger)).status).toBe(404);
    const viewer = await server.caller({
      memberships: [{ groupId: north, groupRights: ['groupContracts.view'] }],
    });
    expect((await put(id, 'submit', complete, 0, viewer)).status).toBe(403);
  });

  it.each([
    ['a broken member', { ...complete, fromFunds: 'alles' }],
    ['a fraction of a percent', { ...complete, toFunds: [fund(target, 99.5)] }],
    ['an unknown member', { ...complete, roleId: 1 }],
    ['too many rows', { ...complete, toFunds: Array.from({ length: 51 }, (_, index) => fund(index + 1, 1)) }],
    ['a lone surrogate', { ...complete, remark: '\ud800' }],
  ])('refuses %s with 400', async (_name, request) => {
    const id = await aContract();
    expect((await put(id, 'change', request, 0)).status).toBe(400);
  });

  it('offers the funds the tariff admits', async () => {
    const id = await aContract();
    const lookup = async (key: string, search = '') =>
      (await server.get(admin, `/contracts/${id}/elements/fundSwitch/lookups/${key}${search}`)).body as {
        label: string;
      }[];
    expect((await lookup('funds')).map((choice) => choice.label)).toEqual(['Bestand', 'Ziel']);
    expect((await lookup('savingsPlanFunds')).map((choice) => choice.label)).toEqual(['Bestand']);
    expect((await lookup('funds', '?search=ziel')).map((choice) => choice.label)).toEqual(['Ziel']);
    expect(await lookup('executionKinds')).toHaveLength(2);
    expect((await server.get(admin, `/contracts/${id}/elements/fundSwitch/lookups/other`)).status).toBe(404);
  });
});

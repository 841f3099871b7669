import { describe, expect, it } from 'vitest';
import { north, south } from '../../../../test/contract-world.ts';
import { useFundSwitches } from '../../../../test/fund-switches.ts';

const { server, admin, held, target, closed, run, aContract, fund, complete, put } = useFundSwitches();

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

  it('records who looked at the holdings it begins with', async () => {
    const id = await aContract();
    const reader = await server.caller();
    await server.get(reader, `/contracts/${id}/elements/fundSwitch`);
    await put(id, 'change', null, 0, reader);
    await put(id, 'sellAll', null, 0, reader);
    // What somebody typed himself tells him nothing new.
    await put(id, 'change', complete, 0, reader);
    const { rows } = await run(
      `select actor_user_id as "userId", details->>'part' as part from audit_entries
        where object_id = $1 and action = 'contracts.read' order by id`,
      id,
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
    // A draft begins at a revision nobody has seen.
    const { revision } = (await put(id, 'save', complete, 0)).body;
    const later = await put(id, 'save', { ...complete, remark: 'zweite' }, revision);
    expect(later.body.revision).toBe(revision + 1);
    expect((await put(id, 'save', complete, revision)).problem.code).toBe('elements.outdated');
    expect((await put(id, 'change', null, revision + 1)).body.request['remark']).toBe('zweite');
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
    const { rows } = await run(
      'select description_version, request from element_submissions where contract_id = $1',
      id,
    );
    expect(rows).toMatchObject([{ description_version: 2, request: { toFunds: [{ fundName: 'Ziel' }] } }]);
    const audit = await run(
      `select 1 from audit_entries where object_id = $1 and action = 'contracts.submitElement'`,
      id,
    );
    expect(audit.rowCount).toBe(1);
    await expect(run('delete from element_submissions where contract_id = $1', id)).rejects.toThrow(
      /cannot be changed/,
    );
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

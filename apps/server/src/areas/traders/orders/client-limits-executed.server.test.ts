import { beforeAll, describe, expect, it, vi } from 'vitest';
import { isins, quader } from '../../../../test/execution-world.ts';
import { meanwhile } from '../../../../test/meanwhile.ts';
import { useExecutions } from '../../../../test/use-executions.ts';

const { db, world, adviser } = useExecutions();

const said = (answer: { statusCode: number; json(): unknown }) => {
  const { code, message } = answer.json() as { code: string; message: string };
  return { status: answer.statusCode, code, message };
};
const refused = { status: 409, code: 'optimization.purchaseForbidden' };
const run = (sql: string, ...values: unknown[]) => db.owner.query(sql, values);
const exclude = (contractId: string, column: string, key: string) =>
  run(
    `update risk_assessments set ${column} = array[$2] where contract_id = $1 and status = 'valid'`,
    contractId,
    key,
  );
/** Somebody else who holds the contract, with a profile that excludes a fund. */
const secondHolder = async (contractId: string, excluded: string[] = [], validUntil = '2090-01-01') => {
  const other = await world.depot(quader, false);
  await run(
    `update customers set first_name = 'Jana', last_name = 'Weber'
      where id = (select customer_id from contracts where id = $1)`,
    other.contractId,
  );
  await run(
    `insert into contract_holders (tenant_id, contract_id, customer_id, assessment_date, valid_until, risk_class_id, excluded_isins)
      select tenant_id, $1, customer_id, '2020-01-01', $3, 3, $4::text[] from contracts where id = $2`,
    contractId,
    other.contractId,
    validUntil,
    excluded,
  );
  // She has the documents, too.
  await run(
    `insert into key_information_handovers (tenant_id, contract_id, customer_id, fund_id, document_version, document_title, form,
        handed_over_at, recorded_by, recorded_at)
      select k.tenant_id, k.contract_id, h.customer_id, k.fund_id, k.document_version, k.document_title, k.form, now(), k.recorded_by,
        now() from key_information_handovers k join contract_holders h on h.tenant_id = k.tenant_id and h.contract_id = k.contract_id
       where k.contract_id = $1`,
    contractId,
  );
};

beforeAll(async () => {
  await run(
    `with category as (insert into fund_categories (tenant_id, id, category_name, category_color) values ($1, 1, 'Aktien', '#225588'))
     insert into peergroups (tenant_id, id, peergroup_key, peergroup_name, category_id, region, sector)
       values ($1, 1, 'japan', 'Japan', 1, 'japan', 'energy')`,
    world.tenantId,
  );
});

describe('a plan that buys for a client', () => {
  it('reaches no bank when she excludes the fund since it was made', async () => {
    const depot = await world.depot();
    await run(
      `update customers set first_name = 'Elif', last_name = 'Krüger'
        where id = (select customer_id from contracts where id = $1)`,
      depot.contractId,
    );
    await exclude(depot.contractId, 'excluded_isins', isins[1]);
    const answer = said(await world.step(adviser, depot.depotId));
    expect(answer).toMatchObject(refused);
    expect(answer.message).toBe(
      'Elif Krüger schließt Fonds 2 aus (dieser Fonds). Bitte nehmen Sie den Fonds heraus oder wählen Sie einen anderen. Einen Ausschluss ändert nur ein neues Risikoprofil.',
    );
    expect(await world.orders(depot.contractId)).toEqual([]);
    // What is sold may be excluded.
    await exclude(depot.contractId, 'excluded_isins', isins[0]);
    expect((await world.step(adviser, depot.depotId)).statusCode).toBe(200);
  });

  it.each([
    [
      'a fund',
      (id: string) => exclude(id, 'excluded_isins', isins[1]),
      'schließt Fonds 2 aus (dieser Fonds).',
    ],
    [
      'its company',
      (id: string) => exclude(id, 'excluded_companies', 'Marmor'),
      'schließt Fonds 2 aus (Gesellschaft Marmor).',
    ],
    [
      'a region',
      (id: string) => exclude(id, 'excluded_regions', 'japan'),
      'schließt Fonds 2 aus (Region Japan).',
    ],
    [
      'a sector',
      (id: string) => exclude(id, 'excluded_sectors', 'energy'),
      'schließt Fonds 2 aus (Branche Energie).',
    ],
    [
      'a fund by the second holder alone',
      (id: string) => secondHolder(id, [isins[1]]),
      'Jana Weber schließt Fonds 2 aus (dieser Fonds).',
    ],
    [
      'nothing, but her profile has ended',
      (id: string) =>
        run(
          `update risk_assessments set assessment_date = '2020-01-01', valid_until = '2021-01-31' where contract_id = $1`,
          id,
        ),
      'ist seit dem 31.01.2021 abgelaufen. Bitte erheben Sie es',
    ],
    [
      'nothing, but the second holder has a profile that ended',
      (id: string) => secondHolder(id, [], '2021-01-31'),
      'Das Risikoprofil von Jana Weber ist seit dem 31.01.2021 abgelaufen.',
    ],
    [
      'nothing, but the fund is made for others now',
      () => run(`update funds set mifid_r = 'N' where tenant_id = $1 and id = 2`, world.tenantId),
      'Fonds 2 ist nicht für Privatkunden bestimmt.',
    ],
    [
      'nothing, but the fund takes money from its holders only by now',
      () =>
        run(`update funds set fund_status = 'softClosed' where tenant_id = $1 and id = 2`, world.tenantId),
      'Fonds 2 kann nur noch kaufen, wer ihn schon hält.',
    ],
    [
      'nothing, but she cannot bear its losses',
      async (id: string) => {
        await run(`update risk_assessments set loss_capacity = 'none' where contract_id = $1`, id);
        await run(
          `update funds set target_market = '{"noCapitalLoss": "N"}' where tenant_id = $1 and id = 2`,
          world.tenantId,
        );
      },
      'Für Fonds 2 gilt der negative Zielmarkt (Verlusttragfähigkeit): ',
    ],
    [
      'nothing, but wants more of sustainability than the fund promises',
      (id: string) =>
        run(`update risk_assessments set sustainability_kind = 'pai' where contract_id = $1`, id),
      'Fonds 2 passt nicht zur Nachhaltigkeitspräferenz von ',
    ],
    [
      'nothing, but the second holder wants a share that the fund does not promise',
      async (id: string) => {
        await secondHolder(id);
        await run(
          `update contract_holders set sustainability_kind = 'minimumShare', minimum_share_sustainable = 0.1 where contract_id = $1`,
          id,
        );
      },
      'Fonds 2 passt nicht zur Nachhaltigkeitspräferenz von Jana Weber.',
    ],
  ])('goes no further when she excludes %s between code and order', async (_what, change, sentence) => {
    const depot = await world.depot();
    await run(
      `update funds set company_name = 'Marmor Invest', peergroup_id = 1 where tenant_id = $1 and id = 2`,
      world.tenantId,
    );
    const code = await world.signed(adviser, depot.depotId);
    await change(depot.contractId);
    const answer = said(await world.step(adviser, depot.depotId, code));
    await run(
      `update funds set mifid_r = null, target_market = '{}', fund_status = 'open' where tenant_id = $1 and id = 2`,
      world.tenantId,
    );
    expect(answer).toMatchObject(refused);
    expect(answer.message).toContain(sentence);
    expect(await world.orders(depot.contractId)).toEqual([]);
  });

  it('is not carried out without a profile of every holder either when it only sells, and says so', async () => {
    const depot = await world.depot();
    await run(
      `delete from planned_transactions t using planned_optimizations p
        where p.tenant_id = t.tenant_id and p.id = t.planned_optimization_id and p.contract_id = $1 and t.action <> 'sell'`,
      depot.contractId,
    );
    await run(
      `update planned_optimizations set savings_plan_changes = '[]' where contract_id = $1`,
      depot.contractId,
    );
    await secondHolder(depot.contractId, [isins[1]], '2021-01-31');
    const answer = said(await world.step(adviser, depot.depotId));
    expect(answer).toMatchObject(refused);
    expect(answer.message).toBe(
      'Das Risikoprofil von Jana Weber ist seit dem 31.01.2021 abgelaufen. Bitte erheben Sie es im Vertrag neu. Ohne die Profile aller Vertragsinhaber wird nichts empfohlen, auch kein Verkauf.',
    );
    await run(
      `update contract_holders set valid_until = '2090-01-01' where contract_id = $1`,
      depot.contractId,
    );
    expect(said(await world.step(adviser, depot.depotId)).code).not.toBe(refused.code);
  });

  it('is asked once more whether it is as planned when the bank has taken the code', async () => {
    const depot = await world.depot();
    await run(
      `update planned_optimizations set input_hash = decode(repeat('00', 32), 'hex') where contract_id = $1`,
      depot.contractId,
    );
    const code = await world.signed(adviser, depot.depotId);
    const moved = 'Der Tarif oder seine Fonds haben sich geändert.';
    const asked = vi.spyOn(world.services, 'outdatedReasons');
    asked.mockResolvedValueOnce([]).mockResolvedValueOnce([moved]);
    const answer = await world.step(adviser, depot.depotId, code);
    asked.mockRestore();
    expect(said(answer)).toEqual({
      status: 409,
      code: 'optimization.outdated',
      message: `${moved} Bitte planen Sie die Umschichtung neu.`,
    });
    expect(answer.json()).toMatchObject({ params: { reasons: moved } });
    expect(await world.orders(depot.contractId)).toEqual([]);
    // The code is used up: a new one is asked for by a new plan.
    expect(said(await world.step(adviser, depot.depotId, code)).code).toBe('secondFactor.expired');
  });

  it('is refused in the transaction that would store the order: what was recorded while the code was checked counts', async () => {
    const depot = await world.depot();
    const code = await world.signed(adviser, depot.depotId);
    // Somebody is recording a profile of the contract; the order waits for her.
    const answer = await meanwhile(
      db,
      world.tenantId,
      async (other) => {
        await other.query('select from contracts where id = $1 for no key update', [depot.contractId]);
        await other.query(
          `update risk_assessments set excluded_isins = array[$2] where contract_id = $1 and status = 'valid'`,
          [depot.contractId, isins[1]],
        );
      },
      () => world.step(adviser, depot.depotId, code),
    );
    expect(said(answer)).toMatchObject(refused);
    expect(await world.orders(depot.contractId)).toEqual([]);
  });
});

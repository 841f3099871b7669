import type { Consultation } from '@depotwerk/api/consultations/consultations';
import { describe, expect, test } from 'vitest';
import { north, tenantA } from '../../../test/contract-world.ts';
import { codeOf, useDocumentWorld } from '../../../test/document-world.ts';
import { meanwhile } from '../../../test/meanwhile.ts';

const world = useDocumentWorld();

describe('a consultation record', () => {
  const draft = async (body: object = {}): Promise<Consultation> => {
    const answer = await world.post(world.adviser, '/consultations', {
      customerId: world.customerId,
      contractIds: [world.contractId],
      consultationKind: 'periodicReview',
      initiative: 'adviser',
      ...body,
    });
    expect(answer.status).toBe(201);
    return answer.body as Consultation;
  };
  const bodyOf = (record: Consultation, more: object = {}) => ({
    contractIds: record.contractIds,
    consultationKind: record.consultationKind,
    place: 'Filiale',
    initiative: record.initiative,
    participants: ['Anna Öztürk'],
    startedAt: record.startedAt,
    recommendations: [
      {
        contractId: world.contractId,
        fundId: 1,
        action: 'buy',
        reason: 'Passt zum Ziel.',
        keyInformationHandedOverAt: '2026-11-21T08:00:00.000Z',
        keyInformationForm: 'mail',
      },
    ],
    reasonText: 'Wie besprochen.',
    isPeriodicReviewAgreed: true,
    ...more,
  });
  const put = (record: Consultation, body: object, version = record.rowVersion) =>
    world.server.call(world.adviser, 'PUT', `/consultations/${record.id}`, {
      body,
      headers: { 'if-match': `"${version}"` },
    });

  test('is resumed with its version and refuses stale and foreign edits', async () => {
    const record = await draft();
    expect(record.missing.map((one) => one.key)).toEqual(['riskProfile', 'recommendations', 'reasonText']);
    const saved = await put(record, bodyOf(record));
    expect(saved.status).toBe(200);
    expect(saved.headers['etag']).toBe(`"${(saved.body as Consultation).rowVersion}"`);
    expect((saved.body as Consultation).recommendations[0]).toMatchObject({
      fundName: 'Globalis Aktien Welt',
    });
    expect((await put(record, bodyOf(record))).status).toBe(412);
    expect(
      (await world.server.call(world.adviser, 'PUT', `/consultations/${record.id}`, { body: bodyOf(record) }))
        .status,
    ).toBe(428);
    const fresh = saved.body as Consultation;
    expect(codeOf(await put(fresh, bodyOf(fresh, { contractIds: [world.otherContractId] })))).toBe(
      'consultations.foreignContract',
    );
    expect((await put(fresh, bodyOf(fresh, { startedAt: '2099-01-01T00:00:00.000Z' }))).status).toBe(400);
  });

  test('names whose profile is missing of everybody who holds the contract', async () => {
    const { rows } = await world.owner.query<{ id: string; name: string }>(
      `with holder as (insert into contract_holders (tenant_id, contract_id, customer_id)
         select tenant_id, $2, customer_id from contracts where id = $3 returning customer_id)
       select u.id, btrim(u.first_name || ' ' || u.last_name) as name from holder join customers u on u.id = holder.customer_id
        where u.tenant_id = $1`,
      [tenantA, world.contractId, world.otherContractId],
    );
    const profiles = (await draft()).missing.filter(({ key }) => key === 'riskProfile');
    expect(profiles).toMatchObject([
      { customerId: world.customerId },
      {
        customerId: rows[0]?.id,
        contractId: world.contractId,
        text: `Zum Vertrag V-1 fehlt das gültige Risikoprofil von ${rows[0]?.name}.`,
      },
    ]);
    // A company is stored with its name as last name.
    await world.owner.query(
      `update customers set first_name = '', last_name = 'Marmor GmbH', company_name = 'Marmor GmbH' where id = $1`,
      [rows[0]?.id],
    );
    expect((await draft()).missing.map(({ text }) => text)).toContain(
      'Zum Vertrag V-1 fehlt das gültige Risikoprofil von Marmor GmbH.',
    );
    await world.owner.query('delete from contract_holders where contract_id = $1', [world.contractId]);
  });

  test('is completed only when all is there, and then never changes', async () => {
    const opened = await draft();
    const record = (await put(opened, bodyOf(opened))).body as Consultation;
    const complete = (body: object = {}) =>
      world.post(world.adviser, `/consultations/${record.id}/complete`, body);
    const refused = await complete();
    expect(refused.status).toBe(409);
    expect(codeOf(refused)).toBe('consultations.incomplete');
    const { current } = refused.body as { current: { missing: Consultation['missing'] } };
    expect(current.missing.map((one) => one.text)).toEqual([
      'Für den Vertrag V-1 fehlt ein Risikoprofil.',
      'Zu Globalis Aktien Welt ist kein Basisinformationsblatt hinterlegt. Bitte legen Sie es beim Fonds ab oder empfehlen Sie einen anderen Fonds.',
      'Für den Vertrag V-1 fehlt die Kosteninformation.',
    ]);
    await world.owner.query(
      `insert into risk_assessments (tenant_id, contract_id, assessment_date, valid_until, risk_class_id, risk_type_id, status)
       values ($1, $2, '2026-01-01', '2036-01-01', 3, 1, 'valid')`,
      [tenantA, world.contractId],
    );
    const costs = await world.report('costInformationExAnte', { consultationId: record.id });
    expect(costs.status).toBe(200);
    await world.owner.query(
      `update funds set kiid = 'https://fonds.example/bib.pdf' where tenant_id = $1 and id = 1`,
      [tenantA],
    );
    const profile = (isins: string[]) =>
      world.owner.query(`update risk_assessments set excluded_isins = $2 where contract_id = $1`, [
        world.contractId,
        isins,
      ]);
    const [recommended] = record.recommendations;
    await profile([recommended?.isin ?? '']);
    const excluded = (await complete()).body as { current: { missing: Consultation['missing'] } };
    expect(excluded.current.missing).toMatchObject([
      {
        key: 'purchase',
        contractId: world.contractId,
        fundId: recommended?.fundId,
        text: expect.stringMatching(
          / schließt .+ aus \(dieser Fonds\)\. Bitte empfehlen Sie einen anderen Fonds\.$/,
        ),
      },
    ]);
    await profile([]);
    const wish = (kind: string) =>
      world.owner.query('update risk_assessments set sustainability_kind = $2 where contract_id = $1', [
        world.contractId,
        kind,
      ]);
    await wish('pai');
    const unsuited = (await complete()).body as { current: { missing: Consultation['missing'] } };
    expect(unsuited.current.missing).toMatchObject([
      {
        key: 'purchase',
        fundId: recommended?.fundId,
        text: expect.stringMatching(/ passt nicht zur Nachhaltigkeitspräferenz von .+\. Bitte empfehlen/),
      },
    ]);
    await wish('none');
    // A profile that is recorded meanwhile locks the contract: it counts, and stands in the record.
    const whileRecorded = (columns: string, values: unknown[]) =>
      meanwhile(
        world.database,
        tenantA,
        async (other) => {
          await other.query('select from contracts where id = $1 for update', [world.contractId]);
          await other.query(`update risk_assessments set ${columns} where contract_id = $1`, [
            world.contractId,
            ...values,
          ]);
        },
        complete,
      );
    const late = await whileRecorded('excluded_isins = $2', [[recommended?.isin]]);
    expect(late.body).toMatchObject({
      code: 'consultations.incomplete',
      current: { missing: [{ key: 'purchase', fundId: recommended?.fundId }] },
    });
    const done = await whileRecorded("excluded_isins = '{}', valid_until = $2", ['2035-05-31']);
    // What was handed over then counts when the fund is bought.
    const { rows: handedOver } = await world.owner.query(
      `select customer_id as "customerId", document_version as version, form from key_information_handovers
        where tenant_id = $1 and contract_id = $2 and fund_id = 1`,
      [tenantA, world.contractId],
    );
    expect(handedOver).toEqual([
      { customerId: world.customerId, version: 'link - https://fonds.example/bib.pdf', form: 'mail' },
    ]);
    expect(done.body).toMatchObject({
      state: 'completed',
      missing: [],
      documents: [{ id: costs.headers['x-document-id'] }],
      profileSnapshot: [
        { contractId: world.contractId, riskClassId: 3, isValid: true, validUntil: '2035-05-31' },
      ],
    });
    // The record is shown without its papers to a role that may not see any.
    const reader = await world.server.caller({ permissions: ['consultations.view'] });
    const read = (await world.server.get(reader, `/consultations/${record.id}`)).body;
    expect(read).toMatchObject({ state: 'completed', documents: [] });
    const contract = (await world.server.get(world.adviser, `/contracts/${world.contractId}`)).body as {
      contract: { lastConsultation: string };
    };
    expect(contract.contract.lastConsultation).toBe(
      new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date(record.startedAt)),
    );
    const completed = done.body as Consultation;
    expect(codeOf(await put(completed, bodyOf(completed)))).toBe('consultations.completed');
    expect(codeOf(await complete())).toBe('consultations.completed');
    expect(codeOf(await world.report('costInformationExAnte', { consultationId: record.id }))).toBe(
      'consultations.completed',
    );
    await expect(
      world.owner.query(`update consultations set reason_text = 'anders' where id = $1`, [record.id]),
    ).rejects.toThrow(/cannot be changed/);
    await world.owner.query(`update risk_assessments set status = 'superseded' where contract_id = $1`, [
      world.contractId,
    ]);
    const later = (await world.server.get(world.adviser, `/consultations/${record.id}`)).body as Consultation;
    expect(later.profileSnapshot[0]).toMatchObject({ riskClassId: 3, isValid: true });
    const addendum = await draft({ addendumToId: record.id });
    expect(addendum.addendumToId).toBe(record.id);
    expect(
      codeOf(
        await world.post(world.adviser, '/consultations', {
          customerId: world.customerId,
          contractIds: [world.contractId],
          consultationKind: 'other',
          initiative: 'customer',
          addendumToId: addendum.id,
        }),
      ),
    ).toBe('consultations.notCompleted');
  });

  test('recommends to buy what takes money of the contract and what its tariff allows, and nothing else', async () => {
    const opened = await draft();
    const record = (await put(opened, bodyOf(opened))).body as Consultation;
    const said = async () =>
      (
        (await world.server.get(world.adviser, `/consultations/${record.id}`)).body as Consultation
      ).missing.flatMap(({ key, text }) => (key === 'purchase' ? [text] : []));
    const fund = (columns: string) =>
      world.owner.query(`update funds set ${columns} where tenant_id = $1 and id = 1`, [tenantA]);
    const instead = 'Bitte empfehlen Sie einen anderen Fonds.';
    expect(await said()).toEqual([]);
    await fund(`fund_status = 'closed'`);
    expect(await said()).toEqual([`Globalis Aktien Welt ist geschlossen. ${instead}`]);
    await fund(`fund_status = 'open', is_inactive = true`);
    expect(await said()).toEqual([`Globalis Aktien Welt ist geschlossen. ${instead}`]);
    await fund(`fund_status = 'softClosed'`);
    expect(await said()).toEqual([`Globalis Aktien Welt ist geschlossen. ${instead}`]);
    // The contract holds it: who does may buy more.
    await fund(`fund_status = 'softClosed', is_inactive = false`);
    expect(await said()).toEqual([]);
    await world.owner.query(`update portfolios set is_current = false where contract_id = $1`, [
      world.contractId,
    ]);
    expect(await said()).toEqual([
      `Globalis Aktien Welt kann nur noch kaufen, wer ihn schon hält. ${instead}`,
    ]);
    await fund(`fund_status = 'open', risk_indicator = 6, risk_indicator_type = 'SRI'`);
    await world.owner.query(
      `insert into tariff_versions (tenant_id, tariff_id, version_number, state, valid_from, content)
        select tenant_id, tariff_id, 1, 'published', '2020-01-01', '{"tariff": {"tariffTypeId": 7, "maximumRiskIndicator": 5}}'
          from contracts where id = $1`,
      [world.contractId],
    );
    expect(await said()).toEqual([
      `Globalis Aktien Welt hat den Risikoindikator 6; der Tarif erlaubt höchstens 5. ${instead}`,
    ]);
    await fund('risk_indicator = 5');
    await world.owner.query(
      `update tariffs set universe_fund_ids = array[2] where id = (select tariff_id from contracts where id = $1)`,
      [world.contractId],
    );
    expect(await said()).toEqual([
      `Globalis Aktien Welt gehört nicht zur Fondsauswahl des Tarifs. ${instead}`,
    ]);
  });

  test('can be closed as not pursued whatever is missing', async () => {
    const record = await draft();
    const closed = await world.post(world.adviser, `/consultations/${record.id}/complete`, {
      state: 'notPursued',
    });
    expect(closed.body).toMatchObject({ state: 'notPursued', completedAt: null, missing: [] });
    const listed = (
      await world.server.get(world.adviser, `/consultations?contractId=${world.contractId}&state=notPursued`)
    ).body;
    expect(listed).toMatchObject([{ id: record.id }]);
  });

  test('is for those who may see and edit the customer', async () => {
    const record = await draft();
    const stranger = await world.server.caller({ memberships: [] });
    expect((await world.server.get(stranger, `/consultations/${record.id}`)).status).toBe(404);
    const reader = await world.server.caller({
      memberships: [{ groupId: north, groupRights: ['groupCustomers.view', 'groupContracts.view'] }],
    });
    expect((await world.server.get(reader, `/consultations/${record.id}`)).status).toBe(200);
    const asReader = await world.server.call(reader, 'PUT', `/consultations/${record.id}`, {
      body: bodyOf(record),
      headers: { 'if-match': `"${record.rowVersion}"` },
    });
    expect(asReader.status).toBe(403);
    expect(
      codeOf(
        await world.post(world.adviser, '/consultations', {
          customerId: world.customerId,
          contractIds: [world.otherContractId],
          consultationKind: 'other',
          initiative: 'customer',
        }),
      ),
    ).toBe('consultations.foreignContract');
  });
});

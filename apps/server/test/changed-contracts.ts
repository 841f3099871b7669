import { randomUUID } from 'node:crypto';
import { completeIsin } from '../../demo/src/check-digits.ts';
import { aChangeToTakeBack, handedToMany } from './change-run.ts';
import { contractDraft, type Requests } from './changed-calls.ts';
import { handOverAll, keyInformationRequest, pointToKeyInformation } from './key-information-request.ts';
import { makePlansLarge, waitingLook } from './large-plans.ts';
import { type Json, ObjectMaker } from './object-maker.ts';
import { makePlannable } from './plannable-world.ts';
import { aYearEndRun } from './year-end-run.ts';

const fundSwitch = {
  fromFunds: [],
  targetFundId: null,
  toFunds: [],
  execution: { kind: 'next', date: null },
  savingsPlan: { isChanged: false, targetFundId: null, funds: [] },
  remark: 'Probe',
  isConfirmed: false,
};

/** Files, contracts, depots and a task made for these calls alone. */
export class ChangedContracts extends ObjectMaker {
  async requests(): Promise<Requests> {
    return { ...(await this.#files()), ...(await this.#contracts()), ...(await this.#depots()) };
  }

  async #files(): Promise<Requests> {
    const upload = (name: string) =>
      this.ask('uploadBook', '/book-imports', {
        key: randomUUID(),
        body: {
          fileName: `${name}.csv`,
          contentBase64: Buffer.from(`Vorname;Nachname;Policennummer\nAnna;${name};P-9\n`).toString('base64'),
        },
      });
    const [checked, written, undone] = [await upload('Eins'), await upload('Zwei'), await upload('Drei')];
    const state = (book: Json, value: string) =>
      this.one(
        'update book_imports set state = $3 where tenant_id = $1 and id = $2 returning row_version as "rowVersion"',
        book['id'],
        value,
      );
    const { rowVersion } = await state(written, 'checked');
    await state(undone, 'done');
    const isin = completeIsin('DE123456789');
    const funds = Buffer.from(`ISIN;Name;Währung\n${isin};Neuer Fonds;EUR\n`).toString('base64');
    const rules = { tariffId: null, groupId: null, likely: 'ask' };
    return {
      checkBookImport: {
        path: `/book-imports/${checked.id}/check`,
        body: { mapping: checked['mapping'], ...rules },
      },
      commitBookImport: { path: `/book-imports/${written.id}/commit`, body: { rowVersion } },
      undoBookImport: { path: `/book-imports/${undone.id}/undo` },
      importFundFile: {
        body: {
          importType: 'funds',
          fileName: 'fonds.csv',
          contentBase64: funds,
          isDryRun: false,
          decimal: null,
          symbolMap: null,
          acceptsUnitJumps: false,
        },
      },
      createFund: {
        body: {
          isin: completeIsin('DE987654321'),
          currency: 'EUR',
          wkn: null,
          name: 'Fonds von Hand',
          companyName: null,
          peergroupId: null,
          categoryId: null,
          fundStatus: 'open',
          successorFundId: null,
          isETF: false,
          isSavingsPlanCapable: false,
          isGuaranteeFund: false,
          minimumInvestment: null,
          minimumOrder: null,
          minimumSavingsAmount: null,
          kiid: null,
          factsheet: null,
          isInactive: false,
        },
      },
    };
  }

  /** Contracts of their own: nothing one call does is in the way of another. */
  async #contracts(): Promise<Requests> {
    const { rows } = await this.world.owner.query<
      Record<'id' | 'customerId' | 'tariffId' | 'version', string>
    >(
      `select c.id, c.customer_id as "customerId", c.tariff_id as "tariffId", c.row_version as version from contracts c
         join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
         join risk_assessments a on a.tenant_id = c.tenant_id and a.contract_id = c.id and a.status = 'valid'
         join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id and t.published_version_number is not null
         join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id and not u.is_blocked and u.deleted_at is null
        where c.tenant_id = $1 and c.deleted_at is null and u.group_id is not null and not c.is_linked
          and not exists (select from planned_optimizations o where o.tenant_id = c.tenant_id and o.contract_id = c.id)
          and not exists (select from risk_assessments s where s.tenant_id = c.tenant_id and s.contract_id = c.id
                           and s.status = 'suggested')
        order by c.id offset 2 limit 19`,
      [this.world.tenantId],
    );
    const [
      suggested,
      edited,
      deleted,
      bulk,
      advised,
      compared,
      optimised,
      replaced,
      discarded,
      released,
      refused,
      bulkPlanned,
      asked,
      agreed,
      declined,
      restored,
      agreedToo,
      patched,
      replanned,
    ] = rows;
    if (!patched || !replanned) throw new Error(`the world has ${rows.length} such contracts`);
    await this.one(
      `insert into risk_assessments (tenant_id, contract_id, assessment_date, valid_until, risk_type_id, suggested_risk_class_id, status)
       select tenant_id, contract_id, assessment_date, valid_until, risk_type_id, risk_class_id, 'suggested'
         from risk_assessments where tenant_id = $1 and contract_id = $2 and status = 'valid' returning id`,
      suggested?.id,
    );
    const hint = await this.one(
      `select h.id, h.contract_id as "contractId" from contract_hints h
         join contracts c on c.tenant_id = h.tenant_id and c.id = h.contract_id and c.deleted_at is null
         join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id and not u.is_blocked and u.deleted_at is null
        where h.tenant_id = $1 order by h.id limit 1`,
    );
    const tag = await this.one(
      `insert into tags (tenant_id, tag_name, colour) values ($1, 'Probe am Vertrag', '#123456') returning id`,
    );
    const change = { selection: { contractIds: [bulk?.id] }, change: { kind: 'checked' } };
    const { fingerprint } = await this.ask('previewContractChange', '/contracts/bulk-preview', {
      body: change,
    });
    const consultation = {
      contractIds: [advised?.id],
      consultationKind: 'other',
      initiative: 'customer',
    };
    const record = () =>
      this.ask('createConsultation', '/consultations', {
        body: { ...consultation, customerId: advised?.customerId },
      });
    const [draft, ended] = [await record(), await record()];
    await makePlannable(this.world.owner, this.world.tenantId);
    // Before planning: a fund that gets its document makes plans with it outdated.
    await pointToKeyInformation(this.world.owner, this.world.tenantId);
    const planned = async (id: string | undefined) =>
      this.ask('planOptimization', `/contracts/${id}/plan-optimization`);
    const plan = await planned(compared?.id);
    for (const contract of [
      optimised,
      replaced,
      discarded,
      released,
      refused,
      bulkPlanned,
      asked,
      agreed,
      declined,
      agreedToo,
      replanned,
    ])
      await planned(contract?.id);
    const planOf = async (id: string | undefined) => {
      const { rows: found } = await this.world.owner.query<{ version: number }>(
        `select row_version as version from planned_optimizations where tenant_id = $1 and contract_id = $2`,
        [this.world.tenantId, id],
      );
      return { path: `/contracts/${id}/planned-optimization`, version: `"${found[0]?.version}"` };
    };
    const planJob = async (id: string | undefined) => {
      const job = await this.one(
        `insert into jobs (tenant_id, job_type, state, created_by)
         select tenant_id, 'planContracts', 'done', created_by from planned_optimizations where tenant_id = $1 and contract_id = $2
         returning id`,
        id,
      );
      await this.world.owner.query(
        `insert into contract_plan_rows (tenant_id, job_id, contract_id, result, planned_optimization_id, order_count)
         select tenant_id, $3, contract_id, 'planned', id, 1 from planned_optimizations where tenant_id = $1 and contract_id = $2`,
        [this.world.tenantId, id, job.id],
      );
      return job.id;
    };
    const { owner, tenantId } = this.world;
    const decided = [agreed?.id, declined?.id, agreedToo?.id];
    await makePlansLarge(this.world.owner, this.world.tenantId, [asked?.id, ...decided], decided);
    const ask: typeof this.ask = (id, path, more) => this.ask(id, path, more);
    await handOverAll(ask, [agreed?.id, agreedToo?.id, released?.id]);
    const approval = async (id: string | undefined, step: string) => {
      const { path, version } = await planOf(id);
      return { path: `${path}/${step}`, version };
    };
    const seen = `"${restored?.version}"`;
    await this.ask('deleteContract', `/contracts/${restored?.id}?reason=Storno`, { version: seen });
    const planVersion = Number((await planOf(agreedToo?.id)).version.slice(1, -1));
    return {
      restoreContract: { path: `/contracts/${restored?.id}/restore` },
      handOverKeyInformation: await keyInformationRequest(ask, asked?.id),
      approvePlans: { body: { plans: [{ contractId: agreedToo?.id, planVersion }] } },
      requestPlanApproval: { ...(await approval(asked?.id, 'request-approval')), body: {} },
      approvePlan: { ...(await approval(agreed?.id, 'approve')), body: {} },
      refusePlan: { ...(await approval(declined?.id, 'refuse')), body: { note: 'Probe' } },
      putOrderRules: { body: { approvalLimit: 400_000 }, version: '"1"' },
      releaseContinuousPlans: { body: { plans: await waitingLook(owner, tenantId, released?.id) } },
      refuseContinuousPlans: {
        body: { plans: await waitingLook(owner, tenantId, refused?.id), note: 'Probe' },
      },
      replanContinuousPlans: { body: { plans: await waitingLook(owner, tenantId, replanned.id, true) } },
      acceptSuggestedRiskprofile: {
        path: `/contracts/${suggested?.id}/accept-suggested-riskprofile`,
        body: { accept: true },
      },
      setHintState: {
        path: `/contracts/${hint['contractId']}/optimization-hints/${hint['id']}`,
        body: { state: 'dismissed', note: 'Probe' },
      },
      putContract: {
        path: `/contracts/${edited?.id}`,
        body: { ...contractDraft({ ...edited, externalKey: 'V-Anders' }), customerId: undefined },
        version: `"${edited?.version}"`,
      },
      patchContract: {
        path: `/contracts/${patched.id}`,
        body: { externalKey: 'V-Teils' },
        version: `"${patched.version}"`,
      },
      putElementCommand: {
        path: `/contracts/${advised?.id}/elements/fundSwitch/commands`,
        body: { command: 'sellAll', request: fundSwitch },
        version: '"0"',
      },
      putElementFormData: {
        path: `/contracts/${advised?.id}/elements/fundSwitch/form-data`,
        body: { command: 'save', request: fundSwitch },
        version: '"0"',
      },
      deleteContract: { path: `/contracts/${deleted?.id}?reason=Storno`, version: `"${deleted?.version}"` },
      changeContracts: { body: { ...change, fingerprint } },
      startContractChange: { body: change },
      planContracts: { body: { selection: change.selection, replacement: null } },
      handOverToMany: { body: { ...handedToMany, selection: change.selection } },
      startApprovals: { body: { plans: [{ contractId: agreedToo?.id, planVersion }] } },
      releasePlans: { body: { plans: [{ contractId: agreedToo?.id, planVersion }] } },
      createYearEndReports: {
        body: { selection: change.selection, year: 2025, content: 'both', coverText: '', isRepeated: false },
      },
      printYearEndReports: {
        path: `/jobs/${await aYearEndRun(this.world.owner, this.world.tenantId, compared?.id ?? '')}/year-end-file`,
        body: { part: 1, isTwoSided: false },
      },
      takeBackContractChange: { path: await aChangeToTakeBack(this.world, compared?.id) },
      discardJobPlans: { path: `/jobs/${await planJob(bulkPlanned?.id)}/discard-plans` },
      exportChosenContracts: { body: { contractIds: [bulk?.id], format: 'csv' } },
      changeContractHolders: {
        path: `/contracts/${bulk?.id}/holders`,
        body: { add: [compared?.customerId], remove: [] },
      },
      changeContractTags: {
        path: `/contracts/${bulk?.id}/tags`,
        body: { addedIds: [tag.id], removedIds: [] },
      },
      createConsultation: {
        body: {
          ...consultation,
          customerId: compared?.customerId,
          contractIds: [compared?.id],
          plannedOptimizationId: plan.id,
        },
      },
      remoteRefresh: { body: { contractIds: [advised?.id] } },
      putConsultation: {
        path: `/consultations/${draft.id}`,
        body: {
          ...consultation,
          place: 'Köln',
          participants: [],
          startedAt: '2026-11-20T10:00:00Z',
          recommendations: [],
          reasonText: '',
          isPeriodicReviewAgreed: false,
        },
        version: `"${draft.rowVersion}"`,
      },
      completeConsultation: {
        path: `/consultations/${ended.id}/complete`,
        body: { state: 'notPursued' },
      },
      uploadDocument: { path: `/documents?customerId=${advised?.customerId}` },
      createComparisonReport: { path: `/contracts/${compared?.id}/comparison-report-data` },
      createOptimizationReport: { path: `/contracts/${optimised?.id}/optimization-report-data` },
      putPlannedOptimization: {
        ...(await planOf(replaced?.id)),
        body: { transactions: [], savingsPlan: null },
      },
      deletePlannedOptimization: await planOf(discarded?.id),
    };
  }

  async #depots(): Promise<Requests> {
    const tariff = await this.one(
      `select id, issuer_id as "issuerId" from tariffs where tenant_id = $1 and published_version_number is not null
         and issuer_id is not null order by id limit 1`,
    );
    for (const key of ['D-Neu', 'D-Weg']) {
      await this.world.owner.query(
        `insert into trader_depots (tenant_id, issuer_id, external_key, holder_name, state) values ($1, $2, $3, 'Anna Halter', 'new')`,
        [this.world.tenantId, tariff['issuerId'], key],
      );
    }
    const task = await this.one(
      `update workbench_tasks set assigned_user_id = null where tenant_id = $1 and id = (
         select t.id from workbench_tasks t join contracts c on c.tenant_id = t.tenant_id and c.id = t.contract_id
          where t.tenant_id = $1 and t.status = 'open' and t.user_id is null and c.deleted_at is null order by t.id desc limit 1)
       returning id`,
    );
    const customerId = await this.customer('Halter');
    await this.world.owner.query(
      `insert into trader_credentials (tenant_id, user_id, issuer_id, login_name, password_envelope, status)
       values ($1, $2, $3, 'partner', '{}', 'valid')`,
      [this.world.tenantId, this.caller.userId, tariff['issuerId']],
    );
    return {
      linkDepotToContract: {
        body: { contractId: null, externalKey: 'D-Neu', newContract: { customerId, tariffId: tariff['id'] } },
      },
      assignTask: {
        path: `/workbench/tasks/${task['id']}/assign`,
        body: { userId: this.caller.userId, fromUserId: null },
      },
      markDepotsAsIgnored: { body: [{ externalKey: 'D-Weg', issuerId: tariff['issuerId'] }] },
      deleteTraderCredentials: { path: `/trader-credentials?issuerId=${tariff['issuerId']}` },
    };
  }
}

import type { Caller } from './authorisation-world.ts';
import type { Request, Requests } from './changed-calls.ts';
import { type Json, ObjectMaker } from './object-maker.ts';

/** Components and tariffs made for these calls alone. */
export class ChangedTariffs extends ObjectMaker {
  async requests(): Promise<Requests> {
    return {
      ...(await this.#components()),
      ...(await this.#tariffs()),
      ...(await this.#files()),
      ...(await this.#questionnaires()),
    };
  }

  /** Components like those of a demo tariff: new ones, changed ones, and one nobody uses to be deleted. */
  async #components(): Promise<Requests> {
    const used = await this.one(
      `select c.component_risk_id as risk, c.component_universe_id as universe, c.component_selection_id as selection,
         c.component_allocation_id as allocation, c.issuer_id as "issuerId", c.tariff_type_id as "tariffTypeId", c.id
         from tariffs c where c.tenant_id = $1 and c.published_version_number is not null
          and c.component_allocation_id is not null and c.component_selection_id is not null order by c.id limit 1`,
    );
    const requests: Record<string, Request> = {};
    for (const kind of ['risk', 'universe', 'selection', 'allocation'] as const) {
      const name = kind.charAt(0).toUpperCase() + kind.slice(1);
      const path = `/tariff-components/${kind}`;
      const stored = await this.ask(`get${name}Component`, `${path}/${used[kind]}`);
      const component = stored['component'] as Json;
      requests[`create${name}Component`] = { body: { ...component, name: 'Neu', key: `N-${kind}` } };
      const own = await this.ask(`create${name}Component`, path, {
        body: { ...component, name: 'Eigen', key: `E-${kind}` },
      });
      requests[`put${name}Component`] = {
        path: `${path}/${own.id}`,
        body: { ...component, name: 'Anders', key: `E-${kind}` },
        version: `"${own.rowVersion}"`,
      };
    }
    const spare = await this.ask('createRiskComponent', '/tariff-components/risk', {
      body: { ...(requests['createRiskComponent']?.body as Json), name: 'Übrig', key: 'S-risk' },
    });
    const funds = Buffer.from('ISIN;Name\nIE00BYZK4669;Fonds\n').toString('base64');
    return {
      ...requests,
      deleteComponent: {
        path: `/tariff-components/risk/${spare.id}`,
        version: `"${spare.rowVersion}"`,
      },
      importSelection: { body: { fileName: 'fonds.csv', content: funds } },
      importUniverse: { body: { fileName: 'fonds.csv', content: funds } },
      exportSelection: { body: { key: 'probe', ids: [], format: 'csv' } },
      exportUniverse: { body: { key: 'probe', ids: [], format: 'csv' } },
      computeAutomaticAllocation: {
        body: {
          peergroupIds: [29, 22, 24],
          allocationTypeId: 1,
          riskTypeId: 1,
          useQuota: false,
          riskItems: [{ riskClassId: 1, target: 3, range: 1 }],
          relationships: [],
        },
      },
      checkTariffCombination: {
        body: {
          componentRiskId: used['risk'],
          componentSelectionId: used['selection'],
          componentAllocationId: used['allocation'],
          componentUniverseId: used['universe'],
          issuerId: used['issuerId'],
        },
      },
      rateAllocation: { body: { riskComponent: used['risk'], allocationItems: [] } },
      previewAutomaticSelection: {
        body: {
          tariffUniverseComponent: used['universe'],
          tariffRankingType: 1,
          tariffFundShortlistSize: 2,
          minimumRank: null,
          allowsUnrated: true,
        },
      },
    };
  }

  /** Tariffs of their own, each as far as its step wants it; somebody else has made and submitted them. */
  async #tariffs(): Promise<Requests> {
    const source = await this.one(
      `select id from tariffs where tenant_id = $1 and published_version_number is not null and tariff_type_id < 7 order by id limit 1`,
    );
    const { tariff } = await this.ask('getTariff', `/tariffs/${source['id']}`);
    const editor = this.#somebody('tariffs.submit');
    const approver = this.#somebody('tariffs.approve');
    const body = (key: string) => ({ ...(tariff as Json), name: `Tarif ${key}`, key, isDefault: false });
    const made = async (key: string, steps: readonly ('submit' | 'approve')[]) => {
      const { id } = await this.ask('createTariff', '/tariffs', { body: body(key), caller: editor });
      const step = { versionNumber: 1, comment: 'Probe' };
      if (steps.includes('submit'))
        await this.ask('submitTariff', `/tariffs/${id}/submit`, { body: step, caller: editor });
      if (steps.includes('approve'))
        await this.ask('approveTariff', `/tariffs/${id}/approve`, { body: step, caller: approver });
      return id;
    };
    const step = async (key: string, verb: string, before: readonly ('submit' | 'approve')[], more = {}) => ({
      path: `/tariffs/${await made(key, before)}/${verb}`,
      body: { versionNumber: 1, comment: 'Probe', ...more },
    });
    const changed = await made('P-PUT', []);
    const deleted = await made('P-DEL', []);
    const published = async (key: string) => {
      const id = await made(key, ['submit', 'approve']);
      const { today } = await this.one(
        "select to_char(now() at time zone 'Europe/Berlin', 'YYYY-MM-DD') as today, $1::uuid",
      );
      await this.ask('publishTariff', `/tariffs/${id}/publish`, {
        body: { versionNumber: 1, comment: 'Probe', validFrom: today },
        caller: approver,
      });
      return id;
    };
    const [rolledBack, discarded] = [await published('P-ROL'), await published('P-DIS')];
    await this.ask('rollbackTariff', `/tariffs/${discarded}/rollback`, {
      body: { versionNumber: 1, comment: 'Probe' },
      caller: editor,
    });
    // A fund fewer in its published selection than it chooses: there is something to choose anew.
    const renewed = await published('P-REN');
    await this.one(
      `update tariff_versions set content = content #- '{components,selection,tariffSelectedFunds,0}'
        where tenant_id = $1 and tariff_id = $2 returning id`,
      renewed,
    );
    const versionOf = async (id: string) => `"${(await this.ask('getTariff', `/tariffs/${id}`)).rowVersion}"`;
    return {
      createTariff: { body: body('P-NEU') },
      putTariff: {
        path: `/tariffs/${changed}`,
        body: { ...body('P-PUT'), description: 'Anders' },
        version: await versionOf(changed),
      },
      deleteTariff: { path: `/tariffs/${deleted}`, version: await versionOf(deleted) },
      rollbackTariff: {
        path: `/tariffs/${rolledBack}/rollback`,
        body: { versionNumber: 1, comment: 'Probe' },
      },
      renewTariff: { path: `/tariffs/${renewed}/renew`, body: { versionNumber: 1, comment: 'Probe' } },
      discardTariff: { path: `/tariffs/${discarded}/discard`, body: { versionNumber: 2, comment: 'Probe' } },
      submitTariff: await step('P-SUB', 'submit', []),
      withdrawTariff: await step('P-WIT', 'withdraw', ['submit']),
      approveTariff: await step('P-APP', 'approve', ['submit']),
      rejectTariff: await step('P-REJ', 'reject', ['submit']),
      publishTariff: await step('P-PUB', 'publish', ['submit', 'approve'], { validFrom: '2999-01-01' }),
    };
  }

  /** A tariff of this house that left as a file and was changed since, so that the file brings its former self back. */
  async #files(): Promise<Requests> {
    const source = await this.one(
      `select id from tariffs where tenant_id = $1 and published_version_number is not null and tariff_type_id < 7 order by id limit 1`,
    );
    const { tariff } = await this.ask('getTariff', `/tariffs/${source['id']}`);
    const body = { ...(tariff as Json), name: 'Tarif P-FILE', key: 'P-FILE', isDefault: false };
    const { id } = await this.ask('createTariff', '/tariffs', { body });
    const path = `/tariffs/${id}/versions/1/file`;
    const file = await this.ask('exportTariffFile', path);
    await this.ask('putTariff', `/tariffs/${id}`, { body: { ...body, description: 'Seither geändert' } });
    const contentBase64 = Buffer.from(JSON.stringify(file)).toString('base64');
    const { previewMark } = await this.ask('previewTariffFile', '/tariffs/import-preview', {
      body: { contentBase64 },
    });
    const trusted = 'e'.repeat(64);
    await this.one(
      `insert into trusted_tariff_keys (tenant_id, fingerprint, key_name, added_by) values ($1, $2, 'Probe', $3) returning fingerprint as id`,
      trusted,
      this.caller.userId,
    );
    return {
      exportTariffFile: { path },
      previewTariffFile: { body: { contentBase64 } },
      importTariffFile: { body: { contentBase64, previewMark } },
      trustTariffKey: { body: { fingerprint: 'd'.repeat(64), keyName: 'Anderes Haus' } },
      distrustTariffKey: { path: `/tariff-keys/${trusted}` },
      putPlausibilityRules: { body: { severities: { TA13: 'off' } }, version: '"0"' },
    };
  }

  /** Versions of questionnaires of their own, each as far as its step wants it; nobody has edited them. */
  async #questionnaires(): Promise<Requests> {
    const made = async (key: string, isSubmitted: boolean) => {
      const { id } = await this.one(
        `insert into questionnaires (tenant_id, questionnaire_key, version, title, questions, state, submitted_at, planned_from)
         select q.tenant_id, $2, 1, 'Probe', jsonb_build_array(jsonb_set(q.questions -> 0, '{visibleIf}', 'null')),
                case when $3 then 'submitted' else 'draft' end, case when $3 then now() end, case when $3 then '2999-01-01'::date end
           from questionnaires q where q.tenant_id = $1 and q.questionnaire_key = 'riskProfile' limit 1 returning id`,
        key,
        isSubmitted,
      );
      return `/questionnaire-versions/${id}`;
    };
    const edited = await made('put', false);
    const { title, questions, scoring } = await this.ask('getQuestionnaireVersion', edited);
    const version = '"1"';
    return {
      createQuestionnaireVersion: { body: { key: 'riskProfile' } },
      putQuestionnaireVersion: { path: edited, body: { title, questions, scoring }, version },
      deleteQuestionnaireVersion: { path: await made('delete', false), version },
      submitQuestionnaireVersion: {
        path: `${await made('submit', false)}/submit`,
        body: { plannedFrom: '2040-12-31', comment: '' },
        version,
      },
      withdrawQuestionnaireVersion: { path: `${await made('withdraw', true)}/withdraw`, body: {}, version },
      approveQuestionnaireVersion: {
        path: `${await made('approve', true)}/approve`,
        body: { comment: '' },
        version,
      },
      rejectQuestionnaireVersion: {
        path: `${await made('reject', true)}/reject`,
        body: { comment: 'Nein' },
        version,
      },
    };
  }

  /** Somebody else with a permission; of several the one who may least. */
  #somebody(permission: 'tariffs.submit' | 'tariffs.approve'): Caller {
    const able = this.world.callers
      .filter(({ userId, scope }) => userId !== this.caller.userId && scope.permissions.has(permission))
      .toSorted((a, b) => a.scope.permissions.size - b.scope.permissions.size);
    if (!able[0]) throw new Error(`nobody else has ${permission}`);
    return able[0];
  }
}

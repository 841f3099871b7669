import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { completeIsin } from '../../demo/src/check-digits.ts';
import { errorCode } from '../src/platform/database/database-errors.ts';
import { addProspects } from './add-prospects.ts';
import { type Binding, type Kind, kinds, type ObjectKind } from './object-kinds.ts';

/** Where an object lies, seen by a caller. `other` is a group he has no right in, or somebody else's own thing. */
export const places = ['own', 'other', 'otherTenant', 'deleted', 'missing'] as const;
export type Place = (typeof places)[number];

/** Whose eyes decide what is own. */
export interface Viewer {
  readonly userId: string;
  /** null = every group. */
  readonly groupIds: readonly string[] | null;
  readonly ownCustomerId: string | null;
  readonly seesAllJobs: boolean;
  readonly seesWithoutGroup: boolean;
}

const conditions: Record<Binding, string> = {
  customer: `when u.deleted_at is not null then 'deleted' when u.group_id is null then 'nowhere'
    when $4::uuid is not null then case when u.id = $4 then 'own' else 'other' end
    when $3::uuid[] is null or u.group_id = any($3) then 'own' else 'other'`,
  contract: `when u.deleted_at is not null or c.deleted_at is not null then 'deleted' when u.group_id is null then 'nowhere'
    when $4::uuid is not null then case when u.id = $4 then 'own' else 'other' end
    when $3::uuid[] is null or u.group_id = any($3) then 'own' else 'other'`,
  user: `when o.owner_id = $2 then 'own' else 'other'`,
  tenant: `when true then 'own'`,
};

/** Ids of objects of the demo world by their place; asked once a viewer and kind. */
export class ObjectIds {
  readonly #owner: pg.Client;
  readonly #tenantId: string;
  readonly #otherTenantId: string;
  readonly #deleted = new Map<string, string>();
  readonly #known = new Map<string, ReadonlyMap<Place, string>>();

  constructor(owner: pg.Client, tenantId: string, otherTenantId: string) {
    this.#owner = owner;
    this.#tenantId = tenantId;
    this.#otherTenantId = otherTenantId;
  }

  /** Adds what the demo world does not hold. */
  async fill(): Promise<void> {
    const run = (sql: string, ...values: unknown[]) => this.#owner.query(sql, values);
    for (const tenantId of [this.#tenantId, this.#otherTenantId]) {
      const { rows } = await run('select id from users where tenant_id = $1 order by user_name', tenantId);
      for (const { id } of [...rows, ...rows.slice(0, 1)]) await this.#addOwn(tenantId, String(id));
      await this.#addCommon(tenantId);
    }
    const anybody = '(select u.id from users u where u.tenant_id = c.tenant_id order by u.user_name limit 1)';
    await run(
      `insert into documents (tenant_id, customer_id, contract_id, document_type, title, file_name, media_type, byte_size,
         content_hash, state, released_at, released_by, created_by)
       select c.tenant_id, c.customer_id, c.id, 'other', 'Beleg', 'beleg.pdf', 'application/pdf', 0,
         decode(repeat('00', 32), 'hex'), 'released', now(), ${anybody}, ${anybody} from contracts c`,
    );
    await run(`insert into consultations (tenant_id, customer_id, consultation_kind, initiative, started_at, created_by)
      select distinct c.tenant_id, c.customer_id, 'other', 'adviser', now(), ${anybody} from contracts c`);
    await run(
      `insert into notes (tenant_id, customer_id, note_text, visibility, created_by, created_at)
       select c.tenant_id, c.id, 'Notiz', 'group', ${anybody}, now() from customers c`,
    );
    await run(
      `insert into consultation_contracts (tenant_id, consultation_id, contract_id)
       select k.tenant_id, k.id, c.id from consultations k
         join contracts c on c.tenant_id = k.tenant_id and c.customer_id = k.customer_id
       on conflict do nothing`,
    );
    await run(
      `insert into trader_depots (tenant_id, issuer_id, external_key, contract_id, customer_id, state)
       select c.tenant_id, (select min(id) from issuers i where i.tenant_id = c.tenant_id), 'P-' || c.id, c.id,
         c.customer_id, 'linked' from contracts c
        where not exists (select from trader_depots d where d.tenant_id = c.tenant_id and d.contract_id = c.id)`,
    );
    await run(
      `insert into workbench_tasks (tenant_id, task_type, cause_key, severity, customer_id, contract_id, group_id)
       select c.tenant_id, 'hints', c.id::text, 1, c.customer_id, c.id, c.group_id from contracts c where c.deleted_at is null
       on conflict do nothing`,
    );
    await run(
      `insert into reports (tenant_id, report_type, contract_id, customer_id, document_id, data, data_hash)
       select d.tenant_id, 'depotOverview', d.contract_id, d.customer_id, d.id, '{}', decode(repeat('00', 32), 'hex')
         from documents d where d.contract_id is not null`,
    );
  }

  /** Marks customers with their contracts as deleted, where viewers would see them, and takes a row of the others away. */
  async takeAway(viewers: readonly Viewer[]): Promise<void> {
    const run = (sql: string, ...values: unknown[]) => this.#owner.query(sql, values);
    const groups = viewers.find((viewer) => viewer.groupIds !== null && viewer.groupIds.length > 0)?.groupIds;
    // One that has a depot, one with a hint, one with a consultation, one with a document: people the advisers would see.
    const one = (
      from: string,
    ) => `(select k.customer_id from ${from} k join customers u on u.tenant_id = k.tenant_id
        and u.id = k.customer_id join contracts c on c.tenant_id = u.tenant_id and c.customer_id = u.id where u.tenant_id = $1 and u.id <> all($3) order by u.group_id = any($2) desc nulls last, u.id limit 1)`;
    const ofContracts = (from: string) =>
      `(select c.customer_id, c.tenant_id from ${from} x join contracts c on c.tenant_id = x.tenant_id and c.id = x.contract_id)`;
    await run(
      `with gone as (${[ofContracts('trader_depots'), ofContracts('contract_hints'), 'consultations', 'documents'].map(one).join(' union ')}),
       contracts_gone as (update contracts c set deleted_at = now(), deletion_reason = 'Storno' from gone
          where c.tenant_id = $1 and c.customer_id = gone.customer_id)
       update customers u set deleted_at = now() from gone where u.tenant_id = $1 and u.id = gone.customer_id`,
      this.#tenantId,
      groups ?? [],
      viewers.flatMap(({ ownCustomerId }) => ownCustomerId ?? []),
    );
    for (const [name, { table }] of Object.entries<Kind>(kinds)) {
      if (table !== undefined) this.#deleted.set(name, await this.#deleteOne(name));
    }
  }

  /** The id of an object of a kind at a place; null where there is none such for this viewer. @throws when the world lacks it */
  async find(kind: ObjectKind, place: Place, viewer: Viewer): Promise<string | null> {
    const { missing, binding }: Kind = kinds[kind];
    if (place === 'missing') return missing;
    const deleted = this.#deleted.get(kind);
    if (place === 'deleted' && deleted !== undefined) return deleted;
    const seesAll = viewer.groupIds === null && viewer.ownCustomerId === null;
    if (place === 'other' && (binding === 'tenant' || (binding !== 'user' && seesAll))) return null;
    if (place === 'other' && kind === 'job' && viewer.seesAllJobs) return null;
    // Those of the world have no group.
    if (place === 'other' && kind === 'invitation' && viewer.seesWithoutGroup) return null;
    if (
      place === 'own' &&
      viewer.groupIds?.length === 0 &&
      viewer.ownCustomerId === null &&
      binding !== 'tenant' &&
      binding !== 'user'
    )
      return null;
    const id = (await this.#placesOf(kind, viewer)).get(place);
    if (id === undefined && viewer.ownCustomerId !== null && place === 'own') return null;
    if (id === undefined) throw new Error(`the world has no ${kind} at the place ${place}`);
    return id;
  }

  async #placesOf(kind: ObjectKind, viewer: Viewer): Promise<ReadonlyMap<Place, string>> {
    const name = `${kind} ${viewer.userId}`;
    const known = this.#known.get(name);
    if (known) return known;
    const { from, binding, table }: Kind = kinds[kind];
    // Numbers of two tenants may be equal: such a one is no foreign one.
    const foreignNumber =
      table === undefined
        ? ''
        : ` and (o.tenant_id = $1 or not exists (select from ${table} x where x.tenant_id = $1 and x.id = o.id))`;
    const { rows } = await this.#owner.query<{ id: string; place: Place }>(
      `select distinct on (place) id, place from (
         select o.id::text as id, case when o.tenant_id <> $1 then 'otherTenant' ${conditions[binding]} end as place
         from ${from} where $2::uuid is not null and ($3::uuid[] is null or true) and ($4::uuid is null or true)${foreignNumber}) found
       order by place, id`,
      [this.#tenantId, viewer.userId, viewer.groupIds, viewer.ownCustomerId],
    );
    const places = new Map(rows.map(({ id, place }) => [place, id]));
    this.#known.set(name, places);
    return places;
  }

  async #addOwn(tenantId: string, userId: string): Promise<void> {
    const run = (sql: string) => this.#owner.query(sql, [tenantId, userId]);
    await run(`insert into sessions (tenant_id, user_id, client_type, mac_key_envelope, idle_expires_at, absolute_expires_at)
      values ($1, $2, 'web', '{}', now() + interval '1 day', now() + interval '1 day')`);
    await run(`insert into passkeys (tenant_id, user_id, credential_id, public_key, is_synced, passkey_name)
      values ($1, $2, decode(replace('${randomUUID()}', '-', ''), 'hex'), '\\x01', false, 'Schlüssel')`);
    await run(`insert into api_tokens (tenant_id, user_id, token_name, token_hash, scopes, expires_at)
      values ($1, $2, 'Buchhaltung', sha256('${randomUUID()}'), '{contracts.view}', now() + interval '1 day')`);
    await run(`insert into public_reports (tenant_id, created_by, report_type, guid_hash, report_id_hash, title, sections, expires_at)
      values ($1, $2, 'costExamplePublic', sha256('${randomUUID()}'), sha256('${randomUUID()}'), 'Beispiel', '[]', 'tomorrow')`);
    await run(`insert into second_factor_challenges (tenant_id, user_id, purpose, state, expires_at)
      values ($1, $2, 'plannedOptimization', 'expired', now())`);
    await run(`insert into jobs (tenant_id, job_type, state, created_by)
      values ($1, 'contractCheck', 'dead', $2)`);
  }

  /** Two of each, with numbers no other tenant has; people last by name, so that nothing is made in their names. */
  async #addCommon(tenantId: string): Promise<void> {
    const base = tenantId === this.#tenantId ? 1_900_000_000 : 2_000_000_000;
    for (const [index, name] of ['Eins', 'Zwei'].entries()) {
      const run = (sql: string, ...values: unknown[]) => this.#owner.query(sql, [tenantId, ...values]);
      const number = base + index;
      await run(`insert into book_imports (tenant_id, file_name, file_hash, header_line, columns, mapping)
        values ($1, 'bestand.csv', decode(repeat('00', 32), 'hex'), 1, '[]', '[]')`);
      await run(
        `with mail as (insert into mail_outbox (tenant_id, recipient, subject, body, state) values ($1, 'a@b.example', 'Betreff', '', 'failed'))
         insert into sms_outbox (tenant_id, phone_number, message_text, state) values ($1, '+4915121234567', '', 'failed')`,
      );
      await addProspects(this.#owner, tenantId, name);
      await run(
        'insert into funds (tenant_id, id, isin, name) values ($1, $2, $3, $4)',
        number,
        completeIsin(`DE${String(number).slice(-9)}`),
        name,
      );
      const coloured = `(tenant_id, id, category_name, category_color) values ($1, $2, $3, '#123456')`;
      await run(`insert into fund_categories ${coloured}`, number, name);
      await run(`insert into tags values ($1, $2, $3, '#123456')`, number, name);
      await run(
        `insert into peergroups (tenant_id, id, peergroup_key, peergroup_name, category_id) values ($1, $2, $3, $3, ${base})`,
        number,
        name,
      );
      await run(
        `insert into white_label_configs (tenant_id, application_title, primary_colour, accent_colour)
         values ($1, $2, '#123456', '#123456')`,
        name,
      );
      await run('insert into insurers (tenant_id, id, insurer_name) values ($1, $2, $3)', number, name);
      await run('insert into issuers (tenant_id, id, issuer_name) values ($1, $2, $3)', number, name);
      await run(
        "insert into cost_models (tenant_id, id, cost_model_name, valid_from) values ($1, $2, $3, '2026-01-01')",
        number,
        name,
      );
      await run(
        `insert into groups (tenant_id, group_name, parent_group_id)
         select $1, $2, id from groups where tenant_id = $1 and parent_group_id is null order by created_at limit 1`,
        name,
      );
      await run('insert into roles (tenant_id, role_name) values ($1, $2)', name);
      await run(
        `insert into users (tenant_id, user_name, full_name, role_id)
         select tenant_id, 'zz-' || id || '@test.example', $2, id from roles where tenant_id = $1 and role_name = $2`,
        name,
      );
      // These would be incomplete: the demo world has whole ones.
      if (index === 0) continue;
      await run(
        `insert into tariffs (tenant_id, name, key, issuer_id, tariff_type_id) values ($1, $2, $2, ${base}, 7)`,
        name,
      );
      for (const componentKind of ['risk', 'universe', 'selection', 'allocation']) {
        await run(
          'insert into components (tenant_id, kind, name, key) values ($1, $2, $3, $3)',
          componentKind,
          name,
        );
      }
    }
  }

  /** Deletes a row nothing refers to. */
  async #deleteOne(kind: string): Promise<string> {
    // `fill` hands the kinds of this table.
    const { from, table }: Kind = kinds[kind as ObjectKind];
    const { rows } = await this.#owner.query<{ id: string }>(
      `select o.id::text as id from ${from} where o.tenant_id = $1 order by o.created_at desc, o.id desc`,
      [this.#tenantId],
    );
    for (const { id } of rows) {
      try {
        const statement = `delete from ${table} where tenant_id = $1 and id::text = $2`;
        await this.#owner.query(statement, [this.#tenantId, id]);
        return id;
      } catch (error) {
        // Something refers to it: the next one.
        if (errorCode(error) !== '23503') throw error;
      }
    }
    throw new Error(`no ${kind} can be taken away`);
  }
}

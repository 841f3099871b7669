import { type CustomerDraft, customerFields } from '@depotwerk/domain/customers/customer-fields';
import { emptyDraft } from '@depotwerk/domain/master-data/field-table';
import { customersToTakeBack } from './change-run.ts';
import type { Requests } from './changed-calls.ts';
import { masterDataKinds } from './master-data-kinds.ts';
import { type Json, ObjectMaker } from './object-maker.ts';
import { cheapHasher, testPassword } from './sign-in-world.ts';

const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);

/** Customers, master data and people made for these calls alone, so that they can be changed and deleted to the end. */
export class ChangedPeople extends ObjectMaker {
  async requests(): Promise<Requests> {
    return {
      ...(await this.#customers()),
      ...(await this.#writing()),
      ...(await this.#notes()),
      ...(await this.#masterData()),
      ...(await this.#people()),
      ...(await this.#own()),
    };
  }

  /** What the caller has for himself: a token for his password, and his first arrangement. */
  async #own(): Promise<Requests> {
    await this.one(
      'update users set password_hash = $3, is_demo = false where tenant_id = $1 and id = $2 returning id',
      this.caller.userId,
      await cheapHasher.hash(testPassword),
    );
    // Outside the demo nobody of it has a session. His factor was shown just now.
    await this.one(
      'update sessions set second_factor_at = now() where tenant_id = $1 and id = $2 returning id',
      this.caller.sessionId,
    );
    const token = { name: 'Probe', scopes: ['contracts.view'], validDays: 1, password: testPassword };
    return {
      createApiToken: { body: token },
      createPreregistration: {
        body: {
          customerId: null,
          firstName: 'Ilse',
          lastName: 'Eingeladen',
          dateOfBirth: '1980-05-17',
          email: 'ilse@post.example',
          phoneNumber: '',
          groupId: null,
          message: '',
          expiresAt: inTenDays,
        },
      },
      decideRegistration: { body: { isApproved: false, groupId: null, customerId: null } },
      putDashboardConfig: { body: { owner: 'personal', widgets: [] }, version: '"0"' },
    };
  }

  /** A customer with a sign-in of her own, who has written. */
  async #writing(): Promise<Requests> {
    const customerId = await this.customer('Schreibt');
    const user = await this.one(
      `insert into users (tenant_id, user_name, full_name, role_id, customer_id)
       select $1, 'schreibt@test.example', 'Anna Schreibt', r.id, $2 from roles r
        where r.tenant_id = $1 and r.is_client_role limit 1 returning id`,
      customerId,
    );
    await this.one(
      `insert into messages (tenant_id, customer_id, is_from_customer, sent_by, message_text, sent_at)
       values ($1, $2, true, $3, 'Eine Frage', now()) returning id`,
      customerId,
      user.id,
    );
    const path = `/customers/${customerId}/messages`;
    return { sendCustomerMessage: { path }, markCustomerMessagesRead: { path: `${path}/read` } };
  }

  /** Notes of the caller: one to change, one to delete, one just deleted, one to come back to. */
  async #notes(): Promise<Requests> {
    const customerId = await this.customer('Notiert');
    const add = async (more = '', values = '') =>
      (
        await this.one(
          `insert into notes (tenant_id, customer_id, note_text, visibility, created_by, created_at${more})
           values ($1, $2, 'Ruft zurück', 'group', $3, now()${values}) returning id`,
          customerId,
          this.caller.userId,
        )
      ).id;
    const body = { text: 'Neue Notiz', visibility: 'group' };
    return {
      writeCustomerNote: { body },
      writeContractNote: { body },
      putNote: { path: `/notes/${await add()}`, body, version: '"1"' },
      deleteNote: { path: `/notes/${await add()}`, version: '"1"' },
      restoreNote: { path: `/notes/${await add(', deleted_at', ', now()')}/restore` },
      setFollowUpDone: {
        path: `/notes/${await add(', follow_up_day', ', current_date')}/follow-up`,
        body: { isDone: true },
      },
    };
  }

  async #customers(): Promise<Requests> {
    const people: Awaited<ReturnType<typeof this.customer>>[] = [];
    for (const name of ['Halt', 'Weg', 'Wartet', 'Bleibt', 'Geht', 'Eins', 'Zwei'])
      people.push(await this.customer(name));
    const [held, gone, waiting, survivor, merged, first, second] = people;
    const [kept, other] = [await this.customer('Behält'), await this.customer('Gibt')];
    await this.one(
      `insert into customer_erasures (tenant_id, customer_id, basis, requested_by, kept_until)
       values ($1, $2, 'objection', $3, '2999-12-31') returning id`,
      waiting,
      this.caller.userId,
    );
    const draft: CustomerDraft = {
      ...emptyDraft(customerFields),
      firstName: 'Anna',
      lastName: 'Bleibt',
    };
    const body = (mergedId: string | undefined) => ({ mergedId, rowVersion: 1, mergedRowVersion: 1, draft });
    await this.ask('mergeCustomers', `/customers/${kept}/merge`, { body: body(other) });
    return {
      setLegalHold: { path: `/customers/${held}/legal-hold`, body: { isHeld: true, reason: 'Streit' } },
      patchCustomer: {
        path: `/customers/${await this.customer('Teils')}`,
        body: { city: 'Kiel' },
        version: '"1"',
      },
      deactivateCustomer: {
        path: `/customers/${await this.customer('Nicht mehr')}/deactivate`,
        body: { isInactive: true },
      },
      inviteCustomers: {
        body: {
          selection: { customerIds: [await this.customer('Zu fragen')] },
          message: '',
          expiresAt: inTenDays,
        },
      },
      eraseCustomer: { path: `/customers/${gone}/erase`, body: { basis: 'objection' } },
      withdrawErasure: { path: `/customers/${waiting}/erase/withdraw` },
      mergeCustomers: { path: `/customers/${survivor}/merge`, body: body(merged) },
      undoMerge: { path: `/customers/${kept}/merge/undo` },
      markDistinct: { path: `/customers/${first}/distinct`, body: { otherId: second } },
    };
  }

  /** Two rows of each kind that nothing refers to: one is changed, one deleted. */
  async #masterData(): Promise<Requests> {
    const base = 1_800_000_000;
    const add = (sql: string) =>
      this.world.owner.query(
        `${sql} select $1::uuid, n, 'Probe ' || n from generate_series(${base}, ${base + 1}) n`,
        [this.world.tenantId],
      );
    await add('insert into insurers (tenant_id, id, insurer_name)');
    await add('insert into issuers (tenant_id, id, issuer_name)');
    for (const [table, columns, values] of [
      ['cost_models', 'cost_model_name, valid_from', `'Probe ' || n, date '2026-01-01'`],
      ['fund_categories', 'category_name, category_color', `'Probe ' || n, '#123456'`],
      ['peergroups', 'peergroup_key, peergroup_name, category_id', `'P_' || n, 'Probe ' || n, ${base}`],
    ]) {
      await this.world.owner.query(
        `insert into ${table} (tenant_id, id, ${columns}) select $1, n, ${values} from generate_series(${base}, ${base + 1}) n`,
        [this.world.tenantId],
      );
    }
    const tags = [];
    for (const name of ['Anders', 'Weg', 'Auf', 'In', 'Gegeben']) {
      const { id } = await this.one(
        `insert into tags (tenant_id, tag_name, colour) values ($1, $2, '#123456') returning id`,
        `Probe ${name}`,
      );
      tags.push(id);
    }
    const bulk = {
      selection: { customerIds: [await this.customer('Mit vielen')] },
      change: { kind: 'addTag', tagId: tags[4] },
    };
    const { fingerprint } = await this.ask('previewCustomerChange', '/customers/bulk-preview', {
      body: bulk,
    });
    const tag = (tagName: string) => ({ tagName, colour: '#123456', isInactive: false });
    const bodyOf = (kind: string, name: string, rest: Json = {}) => ({
      ...masterDataKinds[kind]?.body(name),
      ...rest,
    });
    const noBank = { bankId: null, hasTrader: false, traderKind: 'none', insurerId: base };
    const cost = { insurerId: base };
    const group = { categoryId: base };
    const { id: appearance } = await this.one(
      `insert into white_label_configs (tenant_id, application_title, primary_colour, accent_colour)
       values ($1, 'Drei', '#123456', '#123456') returning id`,
    );
    const { id: spare } = await this.one(
      `insert into white_label_configs (tenant_id, application_title, primary_colour, accent_colour)
       values ($1, 'Vier', '#123456', '#123456') returning id`,
    );
    const termsOf = (id: unknown, version: string, validFrom: string) =>
      this.one(
        `insert into terms_versions (tenant_id, white_label_id, version, content, valid_from, asks_again)
         values ($1, $2, $3, 'Probe', $4, true) returning id`,
        id,
        version,
        validFrom,
      );
    const { id: planned } = await termsOf(appearance, 'Probe von morgen', '2999-01-01');
    const { id: shown } = await this.one(
      'select white_label_id as id from white_label_hosts where tenant_id = $1 order by host limit 1',
    );
    await termsOf(shown, 'Probe von heute', '2020-01-01');
    return {
      putInsurer: { path: `/admin/insurers/${base}`, body: bodyOf('insurers', 'Anders') },
      deleteInsurer: { path: `/admin/insurers/${base + 1}` },
      putIssuer: { path: `/admin/issuers/${base}`, body: bodyOf('issuers', 'Anders', noBank) },
      deleteIssuer: { path: `/admin/issuers/${base + 1}` },
      createCostModel: { body: bodyOf('cost models', 'Neu', cost) },
      putCostModel: { path: `/cost-models/${base}`, body: bodyOf('cost models', 'Anders', cost) },
      deleteCostModel: { path: `/cost-models/${base + 1}` },
      createFundCategory: { body: bodyOf('fund categories', 'Neu') },
      putFundCategory: { path: `/admin/fund-categories/${base}`, body: bodyOf('fund categories', 'Anders') },
      deleteFundCategory: { path: `/admin/fund-categories/${base + 1}` },
      createTag: { body: tag('Neu') },
      putTag: { path: `/admin/tags/${tags[0]}`, body: tag('Ganz anders') },
      deleteTag: { path: `/admin/tags/${tags[1]}` },
      mergeTag: { path: `/admin/tags/${tags[2]}/merge`, body: { intoId: tags[3] } },
      changeCustomerTags: {
        path: `/customers/${await this.customer('Beschlagwortet')}/tags`,
        body: { addedIds: [tags[4]], removedIds: [] },
      },
      changeCustomers: { body: { ...bulk, fingerprint } },
      startCustomerChange: { body: bulk },
      takeBackCustomerChange: { path: await customersToTakeBack(this.world, bulk.selection.customerIds[0]) },
      exportChosenCustomers: { body: { ...bulk.selection, format: 'csv' } },
      createPeergroup: { body: bodyOf('peer groups', 'Neu', group) },
      putPeergroup: { path: `/admin/peergroups/${base}`, body: bodyOf('peer groups', 'Anders', group) },
      deletePeergroup: { path: `/admin/peergroups/${base + 1}` },
      createAppearance: { body: appearanceDraft('Neu') },
      putAppearance: { path: `/admin/white-label-configs/${appearance}`, body: appearanceDraft('Anders') },
      deleteAppearance: { path: `/admin/white-label-configs/${spare}` },
      publishTerms: { path: `/admin/white-label-configs/${appearance}/terms`, body: termsDraft },
      withdrawTerms: { path: `/admin/white-label-configs/${appearance}/terms/${planned}` },
      agreeToTerms: { body: { version: 'Probe von heute' } },
    };
  }

  async #people(): Promise<Requests> {
    const { id: roleId } = await this.one(
      `insert into roles (tenant_id, role_name) values ($1, 'Probe Rolle') returning id`,
    );
    const { id: spareRole } = await this.one(
      `insert into roles (tenant_id, role_name) values ($1, 'Probe Rolle zwei') returning id`,
    );
    const groups = await Promise.all(
      ['A', 'B', 'C'].map((name) =>
        this.one(
          `insert into groups (tenant_id, group_name, parent_group_id)
           select $1, 'Probe ' || $2, id from groups where tenant_id = $1 and parent_group_id is null
            order by created_at limit 1 returning id, parent_group_id as parent`,
          name,
        ),
      ),
    );
    const [group, peopled, spare] = groups;
    // They are there as if they had been when he signed in: an import takes rights in every group.
    for (const ids of this.caller.scope.groupsByRight.values()) {
      // A set he was given by the sign-in of these tests.
      for (const each of groups) (ids as Set<string>).add(String(each['id']));
    }
    const { id: userId } = await this.one(
      `insert into users (tenant_id, user_name, full_name, role_id) values ($1, 'anders@test.example', 'Anders', $2) returning id`,
      roleId,
    );
    const person = { fullName: 'Özlem Groß', company: '', phoneNumber: null, roleId, isInactive: false };
    return {
      createUser: { body: { ...person, userName: 'ganz.neu@test.example' } },
      putUser: { path: `/users/${userId}`, body: { ...person, userName: 'anders@test.example' } },
      putRole: { path: `/roles/${roleId}`, body: { roleName: 'Probe anders', isInactive: false } },
      deleteRole: { path: `/roles/${spareRole}` },
      putGroup: {
        path: `/groups/${group?.['id']}`,
        body: {
          groupName: 'Probe anders',
          groupDescription: 'Probe',
          isInactive: false,
          parentGroupId: group?.['parent'],
        },
      },
      putGroupUsers: { path: `/groups/${peopled?.['id']}/users`, body: [] },
      deleteGroup: { path: `/groups/${spare?.['id']}` },
    };
  }
}

const termsDraft = { version: 'Probe 1', validFrom: null, asksAgain: true, content: '# Probe\n\nText' };

const appearanceDraft = (applicationTitle: string) => ({
  applicationTitle,
  hosts: [],
  logo: null,
  logoDark: null,
  favicon: null,
  allowedFrameAncestors: [],
  appIcon: null,
  primaryColour: '#0f5566',
  accentColour: '#b35c00',
  fontFamily: null,
  registrationMode: 0,
  languages: ['de'],
  supportPhone: null,
  supportMail: null,
  imprintUrl: '/impressum',
  privacyUrl: '/datenschutz',
  termsUrl: null,
  accessibilityStatementUrl: null,
  loginHint: null,
  features: { depotanalysis: false, preregistration: false, bankCredentials: true, esg: true, bulk: false },
});

import type { CallInput } from '@depotwerk/api/call';
import type {
  createAppearance as createCall,
  deleteAppearance as deleteCall,
  putAppearance as putCall,
} from '@depotwerk/api/white-label/appearances';
import { checkAppearance } from '@depotwerk/domain/white-label/check-appearance';
import { languages } from '@depotwerk/domain/white-label/languages';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Json, Schema } from '../../platform/database/schema.ts';
import { keepDeletion } from '../../platform/deletions/keep-deletion.ts';
import { refuseIssues, refusing, refusingUse, storedText } from '../../platform/editing.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { refuseAboveQuota } from '../../platform/quotas.ts';
import { requirePermission } from '../../platform/scope.ts';
import { writeVersioned } from '../../platform/versioned-write.ts';
import { readAppearance } from './appearances.view.ts';

type Body = CallInput<typeof createCall>['body'];

/** A host leads to one appearance of the whole installation: that is another tenant's. */
const refusals = {
  white_label_hosts_pkey: () =>
    new AppError('common.validationFailed', { validation: [{ path: 'hosts', code: 'hostTaken' }] }),
};

/** What the log keeps: pictures by their length. */
const inLog = ({ logo, logoDark, favicon, appIcon, ...rest }: Body) => ({
  ...rest,
  pictureLengths: [logo, logoDark, favicon, appIcon].map((picture) => picture?.length ?? 0),
});

/** The one icon people choose, as browsers ask for it; its kind stands in the picture itself. */
const iconsOf = (appIcon: string | null) =>
  appIcon === null
    ? []
    : [
        {
          sizes: '180x180',
          href: appIcon,
          type: appIcon.startsWith('data:image/png') ? 'image/png' : 'image/jpeg',
        },
      ];

const columns = (body: Body) => ({
  application_title: body.applicationTitle.trim(),
  allowed_frame_ancestors: [...new Set(body.allowedFrameAncestors)],
  logo: body.logo,
  logo_dark: body.logoDark,
  favicon: body.favicon,
  shortcut_icons: sql<Json>`${JSON.stringify(iconsOf(body.appIcon))}::jsonb`,
  primary_colour: body.primaryColour.trim().toLowerCase(),
  accent_colour: body.accentColour.trim().toLowerCase(),
  font_family: body.fontFamily,
  registration_mode: body.registrationMode,
  languages: languages.filter((language) => body.languages.includes(language)),
  support_phone: storedText(body.supportPhone),
  support_mail: storedText(body.supportMail),
  imprint_url: storedText(body.imprintUrl),
  privacy_url: storedText(body.privacyUrl),
  terms_url: storedText(body.termsUrl),
  accessibility_statement_url: storedText(body.accessibilityStatementUrl),
  login_hint: storedText(body.loginHint),
  features: sql<Json>`${JSON.stringify(body.features)}::jsonb`,
});

/**
 * Hosts of other appearances of the house change over: where several houses share the installation there is no other way to them, and
 * those one leaves go to the usual one. @throws 400 for a new host there, and for one the usual appearance leaves: the operator gives
 * and takes them (`npm run tenant`)
 */
async function writeHosts(
  transaction: Transaction<Schema>,
  tenantId: string,
  id: string,
  hosts: readonly string[],
): Promise<void> {
  const isAmongOthers = await isOneOfMany(transaction);
  const { rows } = await sql<{ hasNew: boolean }>`select
      exists (select from unnest(${hosts}::text[]) as n (host)
               where not exists (select from white_label_hosts k where k.tenant_id = ${tenantId} and k.host = n.host)) as "hasNew"`.execute(
    transaction,
  );
  // Whoever could name any host would show his sign-in page to the people of another house. An inactive one has no people, keeps the
  // hosts it was given, and gets the operator's eye when it comes back.
  if (isAmongOthers && rows[0]?.hasNew) {
    throw new AppError('common.validationFailed', {
      validation: [{ path: 'hosts', code: 'hostOfOperator' }],
    });
  }
  if (isAmongOthers) await giveToUsual(transaction, id, hosts);
  else
    await sql`delete from white_label_hosts where white_label_id = ${id} and not host = any(${hosts}::text[])`.execute(
      transaction,
    );
  // What is open of the appearances they leave is told that they changed.
  await sql`with moved as (
      update white_label_hosts k set white_label_id = ${id} from white_label_hosts old
       where old.host = k.host and k.tenant_id = ${tenantId} and k.host = any(${hosts}::text[]) and k.white_label_id <> ${id}
      returning old.white_label_id)
    update white_label_configs set is_default = is_default where id in (select white_label_id from moved)`.execute(
    transaction,
  );
  await sql`insert into white_label_hosts (tenant_id, host, white_label_id)
    select ${tenantId}, h.host, ${id} from unnest(${hosts}::text[]) as h (host)
     where not exists (select from white_label_hosts k where k.white_label_id = ${id} and k.host = h.host)`.execute(
    transaction,
  );
}

/** Whether several houses share the installation. */
async function isOneOfMany(transaction: Transaction<Schema>): Promise<boolean> {
  const { rows } = await sql<{ isOneOfMany: boolean }>`
    select count(*) > 1 as "isOneOfMany" from list_tenants()`.execute(transaction);
  return rows[0]?.isOneOfMany === true;
}

/** What an appearance leaves stays with the house: nobody in it could take it up again. @throws 400 for what the usual one leaves */
async function giveToUsual(
  transaction: Transaction<Schema>,
  id: string,
  kept: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ usualId: string }>`with given as (
      update white_label_hosts k set white_label_id = w.id from white_label_configs w
       where k.white_label_id = ${id} and not k.host = any(${kept}::text[]) and w.tenant_id = k.tenant_id and w.is_default
      returning w.id)
    update white_label_configs set is_default = is_default where id in (select id from given)
    returning id as "usualId"`.execute(transaction);
  if (rows.some(({ usualId }) => usualId === id)) {
    throw new AppError('common.validationFailed', { validation: [{ path: 'hosts', code: 'hostOfUsual' }] });
  }
}

/** Adds an appearance. @throws 400 with the fields that are wrong */
export const createAppearance: Verb<typeof createCall> = async (services, context, { body }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'whiteLabel.edit');
  refuseIssues(checkAppearance(body));
  return answerOnce(
    services.database,
    context,
    'createAppearance',
    body,
    (transaction) =>
      refusing(refusals, async () => {
        const id = crypto.randomUUID();
        const { rows } = await sql<{ count: number; defaults: number }>`
          select count(*)::int as count, count(*) filter (where is_default)::int as defaults
            from white_label_configs`.execute(transaction);
        // Each carries up to four pictures, and lists show all of them.
        refuseAboveQuota(services, [
          { name: 'appearancesPerTenant', present: rows[0]?.count ?? 0, added: 1 },
        ]);
        await transaction
          .insertInto('white_label_configs')
          .values({
            ...columns(body),
            tenant_id: scope.tenantId,
            id,
            is_default: rows[0]?.defaults === 0,
          })
          .execute();
        await writeHosts(transaction, scope.tenantId, id, [...new Set(body.hosts)]);
        await writeAudit(transaction, {
          actor,
          action: 'whiteLabel.create',
          objectType: 'whiteLabel',
          objectId: id,
          after: inLog(body),
        });
        return { id };
      }),
    (reading, { id }) => readAppearance(reading, scope, id),
  );
};

/** Changes an appearance. @throws 404, 412 with the stored version, 400 as for a new one */
export const putAppearance: Verb<typeof putCall> = async (services, context, { params, body }) => {
  const { scope } = context;
  requirePermission(scope, 'whiteLabel.edit');
  const {
    id,
    rowVersion: _version,
    isDefault: _default,
    ...before
  } = await readAppearance(services, scope, params.id);
  refuseIssues(checkAppearance(body));
  const row = {
    table: 'white_label_configs',
    id,
    refusals,
    readCurrent: () => readAppearance(services, scope, id),
  } as const;
  await writeVersioned(services, context, row, async (transaction) => {
    await transaction.updateTable('white_label_configs').set(columns(body)).where('id', '=', id).execute();
    await writeHosts(transaction, scope.tenantId, id, [...new Set(body.hosts)]);
    return {
      action: 'whiteLabel.edit',
      objectType: 'whiteLabel',
      objectId: id,
      before: inLog(before),
      after: inLog(body),
    };
  });
  return readAppearance(services, scope, id);
};

/** Deletes an appearance. @throws 404, 412 when it changed since it was read, 409 for the usual one */
export const deleteAppearance: Verb<typeof deleteCall> = async (services, context, { params }) => {
  const { scope } = context;
  requirePermission(scope, 'whiteLabel.edit');
  const { id, isDefault, rowVersion: _version, ...before } = await readAppearance(services, scope, params.id);
  const row = {
    table: 'white_label_configs',
    id,
    readCurrent: () => readAppearance(services, scope, id),
  } as const;
  await writeVersioned(services, context, row, async (transaction) => {
    if (isDefault) throw new AppError('masterData.inUse');
    if (await isOneOfMany(transaction)) await giveToUsual(transaction, id, []);
    const deletion = { kind: 'whiteLabel', objectId: id, userId: scope.userId } as const;
    await keepDeletion(transaction, deletion, { table: 'white_label_configs', id });
    // Terms people agreed to stay with the appearance they were published for.
    await refusingUse(() => transaction.deleteFrom('white_label_configs').where('id', '=', id).execute());
    return {
      action: 'whiteLabel.delete',
      objectType: 'whiteLabel',
      objectId: id,
      before: inLog(before),
    };
  });
};

import type {
  markNotificationRead,
  putNotificationSettings,
} from '@depotwerk/api/notifications/notifications';
import { sql } from 'kysely';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { BodyVerb, Verb } from '../../platform/http/verb.ts';
import type { Services } from '../../platform/services.ts';
import { kindsOf, readWishes } from './notifications.view.ts';

/*
 * What somebody has read and wants to hear of is his own: whoever is signed in changes it, of nobody else, without
 * requirePermission( of anything, and no audit entry: it concerns nobody else.
 */

/** Marks a notification of the caller's as read. @throws 404, also for those of others */
export const markRead: Verb<typeof markNotificationRead> = async (
  { database, clock },
  { scope },
  { params },
) => {
  const at = new Date(clock()).toISOString();
  await database.transaction(scope, async (transaction) => {
    const { rows } = await sql<{ id: string }>`
      update notifications set read_at = coalesce(read_at, ${at}::timestamptz)
       where tenant_id = app_tenant_id() and id = ${params.id} and user_id = ${scope.userId} and is_in_app
      returning id`.execute(transaction);
    if (rows.length === 0) throw notFound();
  });
  return {};
};

/** Marks all of the caller's notifications as read. */
export async function markAllRead(
  { database, clock }: Services,
  { scope }: SignedInContext,
): Promise<Record<string, never>> {
  const at = new Date(clock()).toISOString();
  await database.transaction(scope, async (transaction) => {
    await sql`update notifications set read_at = ${at}::timestamptz
      where tenant_id = app_tenant_id() and user_id = ${scope.userId} and is_in_app and read_at is null`.execute(
      transaction,
    );
  });
  return {};
}

/** Sets of what the caller is told. @throws 400 for a kind twice or one he is never told of */
export const putWishes: BodyVerb<
  typeof putNotificationSettings,
  Services & { readonly settings: { readonly isDemo: boolean } }
> = ({ database, settings, clock }, { scope }, { wishes }) => {
  const possible = kindsOf(scope);
  if (possible.length === 0) throw new AppError('auth.forbidden');
  const isWrong = wishes.findIndex(
    ({ kind }, index) =>
      !possible.includes(kind) || wishes.findIndex((other) => other.kind === kind) !== index,
  );
  if (isWrong >= 0)
    throw new AppError('common.validationFailed', {
      validation: [{ path: `wishes.${isWrong}.kind`, code: 'unknownReference' }],
    });
  return database.transaction(scope, async (transaction) => {
    await sql`insert into notification_settings (tenant_id, user_id, notification_kind, is_in_app, mail)
      select app_tenant_id(), ${scope.userId}, w.kind, w."isInApp", w.mail
        from jsonb_to_recordset(${JSON.stringify(wishes)}::jsonb) as w(kind text, "isInApp" boolean, mail text)
      on conflict (tenant_id, user_id, notification_kind) do update
        set is_in_app = excluded.is_in_app, mail = excluded.mail`.execute(transaction);
    // A mail nobody wants any more is not written, and one that was only to be mailed goes with it.
    await sql`update notifications n set mail_due_at = null,
          read_at = case when not n.is_in_app then ${new Date(clock()).toISOString()}::timestamptz end
        from jsonb_to_recordset(${JSON.stringify(wishes)}::jsonb) as w(kind text, mail text)
       where n.tenant_id = app_tenant_id() and n.user_id = ${scope.userId} and n.notification_kind = w.kind
         and w.mail = 'none' and n.mailed_at is null and n.mail_due_at is not null
         and n.read_at is null`.execute(transaction);
    return readWishes(readerIn(transaction), scope, settings.isDemo);
  });
};

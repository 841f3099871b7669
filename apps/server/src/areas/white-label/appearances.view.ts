import type { Appearance } from '@depotwerk/api/white-label/appearances';
import { builtInWhiteLabel } from '@depotwerk/domain/white-label/built-in';
import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';

const members = `w.id, w.application_title as "applicationTitle", w.allowed_frame_ancestors as "allowedFrameAncestors", w.logo, w.logo_dark as "logoDark", w.favicon,
  w.shortcut_icons->0->>'href' as "appIcon", w.primary_colour as "primaryColour", w.accent_colour as "accentColour", w.font_family as "fontFamily", w.registration_mode as "registrationMode", w.languages, w.support_phone as "supportPhone",
  w.support_mail as "supportMail", w.imprint_url as "imprintUrl", w.privacy_url as "privacyUrl", w.terms_url as "termsUrl",
  w.accessibility_statement_url as "accessibilityStatementUrl", w.login_hint as "loginHint", w.features,
  w.is_default as "isDefault", w.row_version as "rowVersion",
  coalesce((select array_agg(h.host order by h.host) from white_label_hosts h
     where h.tenant_id = w.tenant_id and h.white_label_id = w.id), '{}') as hosts`;

type Row = Omit<Appearance, 'features'> & { features: Partial<Appearance['features']> };

/** Features nobody decided are as the product has them. */
const complete = (row: Row): Appearance => ({
  ...row,
  features: { ...builtInWhiteLabel.features, ...row.features },
});

/** All appearances of the tenant, the usual one first. */
export async function listAppearances(services: ReadServices, scope: Scope): Promise<Appearance[]> {
  const rows = await services.database.read<Row>(scope, {
    sql: `select ${members} from white_label_configs w order by w.is_default desc, fold_text(w.application_title), w.id`,
    parameters: [],
  });
  return rows.map(complete);
}

/** One appearance. @throws 404 */
export async function readAppearance(services: ReadServices, scope: Scope, id: string): Promise<Appearance> {
  const row = await readOne<Row>(services.database, scope, {
    sql: `select ${members} from white_label_configs w where w.id = $1`,
    parameters: [id],
  });
  return complete(row);
}

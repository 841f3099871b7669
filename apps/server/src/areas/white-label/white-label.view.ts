import { createHash } from 'node:crypto';
import { type WhiteLabelConfig, whiteLabelConfig } from '@depotwerk/api/white-label';
import { readableShade } from '@depotwerk/domain/contrast';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { SignInServices } from '../../platform/services.ts';
import { builtInWhiteLabel } from './built-in-config.ts';

export interface FoundWhiteLabel {
  readonly config: WhiteLabelConfig;
  /** Strong validator over what is answered. */
  readonly etag: string;
}

const keptMilliseconds = 30_000;
const maxHosts = 1_000;

const configSql = `
select id as "whiteLabelId", tenant_id as "tenantId", application_title as "applicationTitle", favicon,
  shortcut_icons as "shortcutIcons", logo, logo_dark as "logoDark", primary_colour as "primaryColour",
  accent_colour as "accentColour", font_family as "fontFamily", registration_mode as "registrationMode", languages,
  support_phone as "supportPhone", support_mail as "supportMail", imprint_url as "imprintUrl",
  privacy_url as "privacyUrl", terms_url as "termsUrl",
  accessibility_statement_url as "accessibilityStatementUrl", login_hint as "loginHint",
  oidc_providers as "oidcProviders", features, allowed_frame_ancestors as "allowedFrameAncestors"
from white_label_configs where id = $1`;

interface Row extends Omit<WhiteLabelConfig, 'favicon' | 'features' | 'isDemo'> {
  favicon: string | null;
  features: Partial<WhiteLabelConfig['features']>;
}

/** Reads configurations by host, each at most every 30 seconds; hosts nobody configured get the built-in one. */
export function createWhiteLabelReader(
  services: Pick<SignInServices, 'database' | 'clock' | 'settings' | 'logger'>,
): (host: string) => Promise<FoundWhiteLabel> {
  const { isDemo } = services.settings;
  const kept = new Map<string, { until: number; found: FoundWhiteLabel }>();
  const builtIn = withEtag({ ...builtInWhiteLabel, isDemo });

  return async (hostHeader) => {
    const host = hostOf(hostHeader);
    if (host === null) return builtIn;
    const now = services.clock();
    const known = kept.get(host);
    if (known && now < known.until) return known.found;
    const config = await readConfig(services.database, host);
    if (config && !whiteLabelConfig.safeParse({ ...config, isDemo }).success) {
      services.logger.error({ whiteLabelId: config.whiteLabelId }, 'whiteLabel.malformed');
    }
    const found =
      config && whiteLabelConfig.safeParse({ ...config, isDemo }).success
        ? withEtag({ ...config, isDemo })
        : builtIn;
    // Hosts come from strangers: what they make up must not fill the memory.
    if (kept.size >= maxHosts) kept.clear();
    kept.set(host, { until: now + keptMilliseconds, found });
    return found;
  };
}

/** Host name without port, lower case; null for what cannot be one. */
export function hostOf(header: string): string | null {
  const host = header.toLowerCase().replace(/:\d{1,5}$/, '');
  return /^[a-z0-9.-]{1,253}$|^\[[0-9a-f:.]{2,45}\]$/.test(host) ? host : null;
}

async function readConfig(database: Database, host: string): Promise<WhiteLabelConfig | null> {
  const [found] = await database.read<{ tenantId: string; whiteLabelId: string }>(
    { tenantId: null, userId: null },
    sql`select tenant_id as "tenantId", white_label_id as "whiteLabelId" from find_white_label(${host})`.compile(
      database.query,
    ),
  );
  if (!found) return null;
  const [row] = await database.read<Row>(
    { tenantId: found.tenantId, userId: null },
    { sql: configSql, parameters: [found.whiteLabelId] },
  );
  if (!row) return null;
  return {
    ...row,
    favicon: row.favicon ?? builtInWhiteLabel.favicon,
    primaryColour: readableShade(row.primaryColour),
    accentColour: readableShade(row.accentColour),
    features: { ...builtInWhiteLabel.features, ...row.features },
    isDemo: false,
  };
}

function withEtag(config: WhiteLabelConfig): FoundWhiteLabel {
  const hash = createHash('sha256').update(JSON.stringify(config)).digest('base64url').slice(0, 27);
  return { config, etag: `"${hash}"` };
}

import { createHash } from 'node:crypto';
import { type WhiteLabelConfig, whiteLabelConfig } from '@depotwerk/api/white-label/white-label';
import { readableShade } from '@depotwerk/domain/contrast';
import { builtInWhiteLabel } from '@depotwerk/domain/white-label/built-in';
import { appearanceFeatures, isFrameAncestor } from '@depotwerk/domain/white-label/check-appearance';
import { termsPath } from '@depotwerk/domain/white-label/check-terms';
import { offeredMode } from '@depotwerk/domain/white-label/offered-mode';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { houseOrigin } from '../../platform/house-origin.ts';
import { hostOf } from '../../platform/http/host-of.ts';
import type { SignInServices } from '../../platform/services.ts';
import { byHost, currentTerms } from './terms.view.ts';

export interface FoundWhiteLabel {
  /** As the house set it. */
  readonly config: WhiteLabelConfig;
  /** What visitors are told: registration as it works today (`offeredMode`). */
  readonly offered: WhiteLabelConfig;
  /** Whether mails of the house go out; true also where the host belongs to none, because nothing is known then. */
  readonly canMail: boolean;
  /** Whether the house has named an SMS interface of its own; null where the host belongs to none. */
  readonly hasOwnSms: boolean | null;
  /** Strong validator over both. */
  readonly etag: string;
}

/** Long enough for a crowd of visitors, short enough that what was saved shows at once, in every process. */
const keptMilliseconds = 1_000;
const maxHosts = 1_000;

/** Of a configuration `w`. */
const configColumns = `id as "whiteLabelId", tenant_id as "tenantId", application_title as "applicationTitle", favicon,
  shortcut_icons as "shortcutIcons", logo, logo_dark as "logoDark", primary_colour as "primaryColour",
  accent_colour as "accentColour", font_family as "fontFamily", registration_mode as "registrationMode", languages,
  support_phone as "supportPhone", support_mail as "supportMail", imprint_url as "imprintUrl",
  privacy_url as "privacyUrl", terms_url as "termsUrl", ${currentTerms('w.tenant_id', 'w.id')} as "termsVersion",
  accessibility_statement_url as "accessibilityStatementUrl", login_hint as "loginHint",
  coalesce((select jsonb_build_array(jsonb_build_object('key', 'oidc', 'label', p.button_text))
    from identity_providers p where p.is_active), '[]') as "oidcProviders", features, allowed_frame_ancestors as "allowedFrameAncestors"`;

interface Row extends Omit<WhiteLabelConfig, 'favicon' | 'features' | 'isDemo'> {
  favicon: string | null;
  features: Partial<WhiteLabelConfig['features']>;
}

interface HostRow extends Row {
  hasMailServer: boolean;
  hasOwnSms: boolean;
}

/** The configuration of a host. */
export type WhiteLabelReader = (host: string) => Promise<FoundWhiteLabel>;

/** Reads configurations by host, each at most once a second; hosts nobody configured get the built-in one. */
export function createWhiteLabelReader(
  services: Pick<SignInServices, 'database' | 'clock' | 'settings' | 'logger'>,
): WhiteLabelReader {
  const { isDemo } = services.settings;
  const kept = new Map<string, { until: number; found: FoundWhiteLabel }>();
  const builtIn = answerOf({ ...builtInWhiteLabel, isDemo }, true, null);

  const answerAt = async ({ hasMailServer, hasOwnSms, ...row }: HostRow, host: string) => {
    const config = wellFormed(services, configOf(row));
    if (!config) return answerOf({ ...builtInWhiteLabel, features: nothingOpen, isDemo }, true, hasOwnSms);
    // What visitors find is that of the page they see; what people work with, as the server lets them.
    const open =
      row.tenantId === null ? config.features : await readOpenFeatures(services, row.tenantId, host);
    const { depotanalysis, preregistration } = config.features;
    const features = { ...open, depotanalysis, preregistration };
    return answerOf({ ...config, features, isDemo }, isDemo || hasMailServer, hasOwnSms);
  };

  return async (hostHeader) => {
    const host = hostOf(hostHeader);
    if (host === null) return builtIn;
    const now = services.clock();
    const known = kept.get(host);
    if (known && now < known.until) return known.found;
    const row = await readConfig(services.database, host);
    const read = row ? await answerAt(row, host) : builtIn;
    // One copy for all hosts that show it: pictures are large, and hosts cost strangers nothing.
    const shared = [...kept.values()].find((one) => one.found.etag === read.etag)?.found ?? read;
    // Hosts come from strangers: what they make up must not fill the memory.
    if (kept.size >= maxHosts) kept.clear();
    kept.set(host, { until: now + keptMilliseconds, found: shared });
    return shared;
  };
}

/**
 * Reads what the page itself has of a host's house: its name, and which origins may stand around it. The page is there also
 * where nothing can be read: then the operator's list alone holds, under the built-in name.
 */
export function createPageReader(services: Parameters<typeof createWhiteLabelReader>[0]): {
  readonly frameAncestorsAt: (host: string) => Promise<readonly string[]>;
  readonly titleAt: (host: string) => Promise<string | null>;
} {
  const read = createWhiteLabelReader(services);
  const configAt = async (host: string) => {
    try {
      return (await read(host)).config;
    } catch (error) {
      services.logger.error({ err: error }, 'whiteLabel.unreadable');
      return null;
    }
  };
  return {
    frameAncestorsAt: async (host) =>
      (await configAt(host))?.allowedFrameAncestors.filter(isFrameAncestor) ?? [],
    titleAt: async (host) => (await configAt(host))?.applicationTitle ?? null,
  };
}

/** Name, colours and logo for the papers of a tenant, asked for by a host. */
export type HouseReader = (tenantId: string, hostHeader: string) => Promise<WhiteLabelConfig>;

/**
 * Reads under which name the papers of a tenant leave: its own configuration for the host, its default one where the
 * host is none of its own, and without any the built-in look with the tenant's name. What lies in an archive for years
 * never bears the name of another house, whatever host a caller names.
 */
export function createHouseReader(services: Pick<SignInServices, 'database' | 'logger'>): HouseReader {
  return async (tenantId, hostHeader) => {
    const scope = { tenantId, userId: null };
    const [rows, tenants] = await services.database.readMany<[Row, { name: string }]>(scope, [
      {
        sql: `select ${configColumns} from white_label_configs w where tenant_id = $1
          order by ${byHost('$2')} limit 1`,
        parameters: [tenantId, hostOf(hostHeader)],
      },
      { sql: 'select tenant_name as name from tenants where tenant_id = $1', parameters: [tenantId] },
    ]);
    const config = wellFormed(services, rows[0] ? configOf(rows[0]) : null);
    if (config) return config;
    return { ...builtInWhiteLabel, applicationTitle: tenants[0]?.name ?? builtInWhiteLabel.applicationTitle };
  };
}

/** What papers need of their house: how it looks, and what the addresses in them begin with. */
export const createHouseReaders = (services: Pick<SignInServices, 'database' | 'logger' | 'settings'>) => ({
  houseOf: createHouseReader(services),
  originOf: (tenantId: string, host: string): Promise<string> =>
    houseOrigin(services.database, { tenantId, userId: null }, services.settings.publicOrigin, host),
});

type Features = WhiteLabelConfig['features'];

/** What holds where a configuration cannot be read: nobody knows what it closes. */
const nothingOpen = allOf(() => false);

/** Tells whether a signed-in person is offered at a host what a house can close. */
export function createFeatureReader(
  services: Pick<SignInServices, 'database' | 'logger'>,
): (tenantId: string, host: string, feature: keyof Features) => Promise<boolean> {
  return async (tenantId, host, feature) => (await readOpenFeatures(services, tenantId, host))[feature];
}

/**
 * What a tenant offers the people who work at a host: what the configuration of that host opens. The host is a header anybody
 * writes: at one the tenant has given to no configuration, only what none of them closes is open. One that is malformed closes
 * everything. A tenant without any offers what the built-in one does.
 */
async function readOpenFeatures(
  services: Pick<SignInServices, 'database' | 'logger'>,
  tenantId: string,
  hostHeader: string,
): Promise<Features> {
  const rows = await services.database.read<Row & { isAsked: boolean }>(
    { tenantId, userId: null },
    {
      sql: `select ${configColumns}, exists (select from white_label_hosts h where h.tenant_id = w.tenant_id
            and h.white_label_id = w.id and h.host = $2) as "isAsked"
          from white_label_configs w where tenant_id = $1`,
      parameters: [tenantId, hostOf(hostHeader)],
    },
  );
  if (rows.length === 0) return builtInWhiteLabel.features;
  const asked = rows.filter(({ isAsked }) => isAsked);
  const opened = (asked.length > 0 ? asked : rows).map(
    ({ isAsked: _host, ...row }) => wellFormed(services, configOf(row))?.features ?? nothingOpen,
  );
  return allOf((feature) => opened.every((features) => features[feature]));
}

/** One entry for every feature of the list, which `fromEntries` cannot tell. */
function allOf(isOpen: (feature: keyof Features) => boolean): Features {
  return Object.fromEntries(appearanceFeatures.map((feature) => [feature, isOpen(feature)])) as Features;
}

/** null for a configuration the browser could not read, which is logged. */
function wellFormed(
  { logger }: Pick<SignInServices, 'logger'>,
  config: WhiteLabelConfig | null,
): WhiteLabelConfig | null {
  if (config === null || whiteLabelConfig.safeParse(config).success) return config;
  logger.error({ whiteLabelId: config.whiteLabelId }, 'whiteLabel.malformed');
  return null;
}

async function readConfig(database: Database, host: string): Promise<HostRow | null> {
  const [found] = await database.read<{ tenantId: string; whiteLabelId: string }>(
    { tenantId: null, userId: null },
    sql`select tenant_id as "tenantId", white_label_id as "whiteLabelId" from find_white_label(${host})`.compile(
      database.query,
    ),
  );
  if (!found) return null;
  const [row] = await database.read<HostRow>(
    { tenantId: found.tenantId, userId: null },
    {
      sql: `select ${configColumns}, exists (select from mail_settings m where m.tenant_id = w.tenant_id) as "hasMailServer",
          exists (select from sms_settings s where s.tenant_id = w.tenant_id) as "hasOwnSms"
        from white_label_configs w where id = $1`,
      parameters: [found.whiteLabelId],
    },
  );
  return row ?? null;
}

function configOf({ termsVersion, ...row }: Row): WhiteLabelConfig {
  return {
    ...row,
    // A page of the release before refuses an answer with a member it does not know, and shows the house as nobody's.
    ...(termsVersion ? { termsVersion } : {}),
    favicon: row.favicon ?? builtInWhiteLabel.favicon,
    primaryColour: readableShade(row.primaryColour),
    accentColour: readableShade(row.accentColour),
    // Its own terms are shown by the product; the link is for a house that keeps them elsewhere.
    termsUrl: termsVersion ? termsPath : row.termsUrl,
    features: { ...builtInWhiteLabel.features, ...row.features },
    isDemo: false,
  };
}

function answerOf(config: WhiteLabelConfig, canMail: boolean, hasOwnSms: boolean | null): FoundWhiteLabel {
  const registrationMode = offeredMode(config.registrationMode, canMail);
  const offered = registrationMode === config.registrationMode ? config : { ...config, registrationMode };
  const both = JSON.stringify([config, registrationMode, canMail, hasOwnSms]);
  return {
    config,
    offered,
    canMail,
    hasOwnSms,
    etag: `"${createHash('sha256').update(both).digest('base64url').slice(0, 27)}"`,
  };
}

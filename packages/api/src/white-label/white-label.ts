import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id } from '../fields.ts';

export const whiteLabelConfig = z.strictObject({
  whiteLabelId: z.nullable(id),
  tenantId: z.nullable(id),
  applicationTitle: z.string(),
  favicon: z.string(),
  shortcutIcons: z.array(z.strictObject({ sizes: z.string(), href: z.string(), type: z.string() })),
  logo: z.nullable(z.string()),
  logoDark: z.nullable(z.string()),
  primaryColour: z.string(),
  accentColour: z.string(),
  fontFamily: z.nullable(z.string()),
  /** 0 closed, 1 open, 2 invitation only, 3 open with adviser approval. */
  registrationMode: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  languages: z.array(z.string()),
  supportPhone: z.nullable(z.string()),
  supportMail: z.nullable(z.string()),
  imprintUrl: z.nullable(z.string()),
  privacyUrl: z.nullable(z.string()),
  termsUrl: z.nullable(z.string()),
  /** Version of the house's own terms that counts today, shown at `termsUrl` then; null where there is only a link, or nothing. */
  termsVersion: z.optional(z.nullable(z.string())),
  accessibilityStatementUrl: z.nullable(z.string()),
  loginHint: z.nullable(z.string()),
  oidcProviders: z.array(z.strictObject({ key: z.string(), label: z.string() })),
  features: z.strictObject({
    depotanalysis: z.boolean(),
    preregistration: z.boolean(),
    bankCredentials: z.boolean(),
    esg: z.boolean(),
    bulk: z.boolean(),
  }),
  allowedFrameAncestors: z.array(z.string()),
  /** Demo mode: sign-ins are shown on the login page and the SMS outbox is open. */
  isDemo: z.boolean(),
});
export type WhiteLabelConfig = z.infer<typeof whiteLabelConfig>;

export const getWhiteLabelConfig = defineCall({
  id: 'getWhiteLabelConfig',
  area: 'white-label',
  method: 'GET',
  path: '/white-label-config',
  summary: 'Name, colours, icons and registration mode for the host the browser asked.',
  access: 'anonymous',
  answer: whiteLabelConfig,
});

/** Environment of the browser application, served at /assets/environment.json. */
export const environment = z.strictObject({
  apiBaseUrl: z.string(),
  translationId: z.string(),
  isProduction: z.boolean(),
  mobileParentOrigins: z.array(z.string()),
  buildVersion: z.string(),
});
export type Environment = z.infer<typeof environment>;

import {
  type AppearanceFeature,
  appearanceFeatures,
  fontFamilies,
  longestPicture,
  mostFrameAncestors,
  mostHosts,
} from '@depotwerk/domain/white-label/check-appearance';
import { languages } from '@depotwerk/domain/white-label/languages';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, pathId, text } from '../fields.ts';

/** Appearances (white label) of the tenant, by host. Rules: `@depotwerk/domain/white-label/check-appearance`. */

const features = z.strictObject(
  // One entry for every feature of the list above, which `fromEntries` cannot tell.
  Object.fromEntries(appearanceFeatures.map((feature) => [feature, z.boolean()])) as Record<
    AppearanceFeature,
    z.ZodMiniBoolean
  >,
);
const picture = z.nullable(z.string().check(z.maxLength(longestPicture)));
const optionalText = (length: number) => z.nullable(text(length));
const members = {
  applicationTitle: text(800),
  hosts: z.array(z.string().check(z.maxLength(300))).check(z.maxLength(5 * mostHosts)),
  allowedFrameAncestors: z
    .array(z.string().check(z.maxLength(300)))
    .check(z.maxLength(5 * mostFrameAncestors)),
  logo: picture,
  logoDark: picture,
  favicon: picture,
  appIcon: picture,
  primaryColour: text(20),
  accentColour: text(20),
  fontFamily: z.nullable(z.enum(fontFamilies)),
  registrationMode: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  languages: z.array(z.enum(languages)).check(z.maxLength(languages.length)),
  supportPhone: optionalText(200),
  supportMail: optionalText(800),
  imprintUrl: optionalText(2000),
  privacyUrl: optionalText(2000),
  termsUrl: optionalText(2000),
  accessibilityStatementUrl: optionalText(2000),
  loginHint: optionalText(8000),
  features,
};
export const appearance = z.strictObject({
  id,
  ...members,
  /** Holds for hosts without one of their own, where the tenant is the only one of the installation. */
  isDefault: z.boolean(),
  rowVersion: z.int(),
});
export type Appearance = z.infer<typeof appearance>;

const call = { area: 'white-label', access: 'whiteLabel.edit', path: '/admin/white-label-configs' } as const;
/** Four pictures and the texts. */
const bodyLimit = 4 * longestPicture + 64 * 1024;

export const listAppearances = defineCall({
  ...call,
  id: 'listAppearances',
  method: 'GET',
  summary: 'All appearances of the tenant, the usual one first.',
  answer: z.array(appearance),
});
export const createAppearance = defineCall({
  ...call,
  id: 'createAppearance',
  needsFreshFactor: true,
  method: 'POST',
  summary: 'Adds an appearance; the first one of a tenant is the usual one.',
  needsIdempotencyKey: true,
  status: 201,
  bodyLimit,
  body: z.strictObject(members),
  answer: appearance,
  errors: ['common.validationFailed', 'common.quotaExceeded'],
});
export const getAppearance = defineCall({
  ...call,
  id: 'getAppearance',
  method: 'GET',
  path: '/admin/white-label-configs/:id',
  summary: 'An appearance; ETag is its version.',
  params: pathId,
  answer: appearance,
  errors: ['common.notFound'],
});
export const putAppearance = defineCall({
  ...call,
  id: 'putAppearance',
  needsFreshFactor: true,
  method: 'PUT',
  path: '/admin/white-label-configs/:id',
  summary: 'Changes an appearance; browsers show it within half a minute.',
  needsIfMatch: true,
  bodyLimit,
  params: pathId,
  body: z.strictObject(members),
  answer: appearance,
  errors: ['common.validationFailed', 'common.notFound'],
});
export const deleteAppearance = defineCall({
  ...call,
  id: 'deleteAppearance',
  needsFreshFactor: true,
  method: 'DELETE',
  path: '/admin/white-label-configs/:id',
  summary: 'Deletes an appearance; the usual one stays.',
  needsIfMatch: true,
  params: pathId,
  errors: ['common.notFound', 'masterData.inUse'],
});

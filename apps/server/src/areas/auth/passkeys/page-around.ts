import { browserOrigins } from '@depotwerk/domain/white-label/browser-origins';
import * as z from 'zod/mini';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SignInServices } from '../../../platform/services.ts';

const pageAround = z.object({ crossOrigin: z.optional(z.boolean()), topOrigin: z.optional(z.string()) });

/**
 * A passkey made or used inside a page that may not stand around ours is none of its owner's doing. Browsers that do not
 * name the page around (Safari) are not held up here: there only `frame-ancestors` keeps foreign pages from framing us.
 * @param clientData as the browser sent it (base64url of JSON)
 * @returns the origins that may stand around
 * @throws AppError auth.passkeyInvalid where the browser names another one
 */
export async function requireKnownPageAround(
  services: SignInServices,
  tenantId: string,
  clientData: string,
): Promise<string[]> {
  const known = await originsAround(services, tenantId);
  const { crossOrigin = false, topOrigin } = readPageAround(clientData);
  // A page around that is said to be none is a lie.
  if (topOrigin !== undefined && !(crossOrigin && known.includes(topOrigin)))
    throw new AppError('auth.passkeyInvalid');
  return known;
}

function readPageAround(clientData: string): z.infer<typeof pageAround> {
  try {
    return pageAround.parse(JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')));
  } catch (cause) {
    throw new AppError('auth.passkeyInvalid', { cause });
  }
}

async function originsAround(services: SignInServices, tenantId: string): Promise<string[]> {
  const rows = await services.database.read<{ origin: string }>(
    { tenantId, userId: null },
    {
      sql: 'select distinct unnest(allowed_frame_ancestors) as origin from white_label_configs where tenant_id = $1',
      parameters: [tenantId],
    },
  );
  return browserOrigins([...(services.settings.parentOrigins ?? []), ...rows.map(({ origin }) => origin)]);
}

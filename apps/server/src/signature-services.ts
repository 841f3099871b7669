import { requireRelyingParty } from './areas/auth/passkeys/relying-party.ts';
import { acceptPasskey, passkeyRequest } from './areas/auth/passkeys/use-passkey.ts';
import { writeOwnMessage } from './areas/messages/send-message.ts';
import type { ReportServices } from './areas/reports/report-services.ts';
import { renderSignatureSheet } from './areas/reports/signature-sheet.view.ts';
import type { SignatureServices } from './areas/signatures/signature-services.ts';
import { AppError } from './platform/http/app-error.ts';
import type { SignInServices } from './platform/services.ts';

/** What signing takes from other areas, put together. */
export const createSignatureServices = (
  services: SignInServices,
  documents: ReportServices,
): SignatureServices => ({
  ...services,
  renderSheet: (context, sheet) => renderSignatureSheet(documents, context, sheet),
  tellHouse: (context, transaction, text) => writeOwnMessage(services, context, transaction, text),
  passkeys: {
    start: async (context, subject) => {
      const party = requireRelyingParty(services, context);
      const options = await passkeyRequest(services, party, { purpose: 'sign', subject }, context.actor);
      // Without a passkey of hers any device could answer, with a key nobody knows.
      if (Array.isArray(options['allowCredentials']) && options['allowCredentials'].length > 0)
        return options;
      throw new AppError('auth.passkeyUnavailable');
    },
    accept: (context, subject, response) =>
      acceptPasskey(services, context, { purpose: 'sign', subject }, context.actor, response),
  },
});

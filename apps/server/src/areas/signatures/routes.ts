import * as calls from '@depotwerk/api/signatures/signatures';
import { Reply, type Route, route } from '../../platform/http/route.ts';
import { readDocument } from '../documents/public.ts';
import { declineSignature } from './decline-signature.ts';
import { requestSignature, withdrawSignatureRequest } from './request-signature.ts';
import { signDocument, startPasskeySignature } from './sign-document.ts';
import { readSignature } from './signature.view.ts';
import type { SignatureServices } from './signature-services.ts';

/** Asking for a signature, signing, and what was signed. */
export function signatureRoutes(services: SignatureServices): Route[] {
  return [
    route(calls.requestSignature, (context, { params }) => requestSignature(services, context, params.id)),
    route(calls.withdrawSignatureRequest, (context, { params }) =>
      withdrawSignatureRequest(services, context, params.id),
    ),
    route(calls.startPasskeySignature, (context, { params }) =>
      startPasskeySignature(services, context, params.id),
    ),
    route(calls.signDocument, (context, input) => signDocument(services, context, input)),
    route(calls.declineSignature, (context, input) => declineSignature(services, context, input)),
    route(calls.getSignature, (context, { params }) => readSignature(services, context.scope, params.id)),
    route(calls.readSignatureSheet, async (context, { params }) => {
      const document = await readDocument(services, context.scope, params.id);
      const signature = await readSignature(services, context.scope, params.id);
      return Reply.file(await services.renderSheet(context, { document, signature }));
    }),
  ];
}

import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../platform/services.ts';
import { recordingDocumentRead } from './archived-report.view.ts';
import { readFileOf, withContent } from './document.view.ts';
import { fileReply } from './file-reply.view.ts';
import { noteOwnReading } from './note-receipt.ts';

/** A document the caller sees, recorded as read; a customer leaves a receipt as well. */
export async function deliverDocument(services: Services, context: SignedInContext, documentId: string) {
  const recorded = recordingDocumentRead(services, context, documentId, 'content');
  const row = await readFileOf(recorded, context.scope, documentId);
  // A receipt says that she was given it: only after it could be had.
  const file = await withContent(services, row);
  await noteOwnReading(services, context.scope, documentId);
  return fileReply(file);
}

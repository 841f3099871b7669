import type { Parameters } from '../../platform/database/parameters.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import { visibilityConditions } from './contract-visibility.view.ts';

/** What a customer sees of `documents d`: what was released to him. */
export const releasedDocument = "d.state in ('released', 'signed')";

/** Whether a customer was asked to sign one of `documents d` beside its own customer, or has. */
export const signsBeside = (customerId: string): string =>
  `exists (select from document_signers g where g.tenant_id = d.tenant_id and g.document_id = d.id and g.customer_id = ${customerId})`;

/**
 * Which documents `d` of a contract `c` a caller sees, wherever they are counted or named beside it: as in the list of
 * documents, by role and by the right in the contract's group.
 */
export function contractDocumentCondition(scope: Scope, parameters: Parameters): string {
  if (!scope.permissions.has('documents.view')) return 'false';
  const conditions = visibilityConditions(visibilityOf(scope, 'groupDocuments.view'), parameters);
  // Documents are their customer's: who holds the contract beside her sees those she was asked to sign.
  if (scope.ownCustomerId !== null) {
    const own = parameters.add(scope.ownCustomerId);
    conditions.push(releasedDocument, `(c.customer_id = ${own} or ${signsBeside(own)})`);
  }
  return conditions.join(' and ');
}

import type { Parameters } from '../../platform/database/parameters.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import { visibilityConditions } from './contract-visibility.view.ts';

/** What a customer sees of `documents d`: what was released to him. */
export const releasedDocument = "d.state in ('released', 'signed')";

/**
 * Which documents `d` of a contract `c` a caller sees, wherever they are counted or named beside it: as in the list of
 * documents, by role and by the right in the contract's group.
 */
export function contractDocumentCondition(scope: Scope, parameters: Parameters): string {
  if (!scope.permissions.has('documents.view')) return 'false';
  const conditions = visibilityConditions(visibilityOf(scope, 'groupDocuments.view'), parameters);
  // Documents are their customer's: who holds the contract beside her does not see them.
  if (scope.ownCustomerId !== null)
    conditions.push(releasedDocument, `c.customer_id = ${parameters.add(scope.ownCustomerId)}`);
  return conditions.join(' and ');
}

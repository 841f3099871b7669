import type { ReadPart } from '@depotwerk/domain/audit-detail-texts';
import type { Parameters } from '../database/parameters.ts';
import type { Actor } from '../http/request-context.ts';
import { actingAs } from './write-audit.ts';

interface AuditedRead {
  readonly actor: Extract<Actor, { kind: 'user' }>;
  /** `<area>.read`. */
  readonly action: string;
  readonly objectType: string;
  /** SQL of the object's id and group in the query around it, e.g. `c.id` and `c.group_id`. */
  readonly idColumn: string;
  readonly groupColumn: string;
  /** Which part was read, e.g. `portfolios`. */
  readonly part: ReadPart;
}

/**
 * SELECT list that adds an audit entry for each row of its query: put over the very condition that makes the object
 * visible, it records a read exactly when there was something to read.
 */
export function auditReadSelection(parameters: Parameters, read: AuditedRead): string {
  const { kind, sessionId, details: more } = actingAs(read.actor);
  const details = parameters.add(JSON.stringify({ part: read.part, ...more }));
  return `append_audit_entry(${parameters.add(kind)}, ${parameters.add(read.actor.userId)}::uuid, ${parameters.add(sessionId)}::uuid,
    ${parameters.add(read.action)}, ${parameters.add(read.objectType)}, ${read.idColumn}::text, ${read.groupColumn},
    null, null, ${details}::jsonb, 'done')`;
}

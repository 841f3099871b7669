import { type AuditResult, auditResults } from '@depotwerk/domain/audit-results';
import {
  choiceParam,
  dayParam,
  type RawSearch,
  textParam,
  viewParams,
} from '../../platform/search-params.ts';

/** Typed search parameters of `/audit`. */
export interface AuditSearch extends AuditFilter {
  /** Shown columns joined by commas; absent = all. */
  columns?: string;
  /** The saved view that is shown. */
  viewId?: string;
}

/** Which entries are listed. */
export interface AuditFilter {
  from?: string;
  to?: string;
  action?: string;
  result?: AuditResult;
  /** An object's log: opened from a contract or customer. */
  objectType?: string;
  objectId?: string;
}

/** Reads the address; what the log does not take is left out. */
export function validateAuditSearch(raw: RawSearch): AuditSearch {
  return {
    ...auditFilterOf(raw),
    ...viewParams(raw),
  };
}

/** The part of the address that filters the log. */
export function auditFilterOf(raw: RawSearch): AuditFilter {
  const from = dayParam(raw['from']);
  const to = dayParam(raw['to']);
  const action = textParam(raw['action'], 100);
  const result = choiceParam(raw['result'], auditResults);
  const objectType = textParam(raw['objectType'], 50);
  const objectId = textParam(raw['objectId'], 100);
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(action !== undefined && /^[A-Za-z-]+(\.[A-Za-z-]+)*$/.test(action) && { action }),
    ...(result !== undefined && { result }),
    ...(objectType !== undefined && { objectType }),
    ...(objectId !== undefined && { objectId }),
  };
}

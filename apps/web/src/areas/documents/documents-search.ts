import type { uploadedDocumentTypes } from '@depotwerk/api/documents/documents';
import type { ArchivedReportType } from '@depotwerk/api/reports/reports';
import type { RawSearch } from '../../platform/search-params.ts';
import { choiceParam, textParam, viewParams } from '../../platform/search-params.ts';

type DocumentType = ArchivedReportType | (typeof uploadedDocumentTypes)[number];

/** Kinds a document can be filtered by: the reports, then what people upload; a test compares them with the calls'. */
export const documentTypes = [
  'depotOverview',
  'performance',
  'savingsPlanOverview',
  'transactions',
  'riskProfile',
  'costInformationExAnte',
  'costInformationExPost',
  'periodicReview',
  'yearEndReport',
  'comparison',
  'optimization',
  'suitabilityStatement',
  'legalContract',
  'signedContract',
  'identification',
  'kiid',
  'correspondence',
  'other',
] as const satisfies readonly DocumentType[];
export const documentStates = ['draft', 'released', 'signed', 'archived'] as const;

/** Typed search parameters of `/documents`. */
export interface DocumentsSearch extends DocumentsFilter {
  /** Shown columns joined by commas; absent = all. */
  columns?: string;
  /** The saved view that is shown. */
  viewId?: string;
}

/** Which documents are listed. */
export interface DocumentsFilter {
  search?: string;
  documentType?: (typeof documentTypes)[number];
  state?: (typeof documentStates)[number];
}

/** Reads the address; what the list does not take is left out. */
export function validateDocumentsSearch(raw: RawSearch): DocumentsSearch {
  return {
    ...documentsFilterOf(raw),
    ...viewParams(raw),
  };
}

/** The part of the address that filters the archive. */
export function documentsFilterOf(raw: RawSearch): DocumentsFilter {
  const search = textParam(raw['search'], 100);
  const documentType = choiceParam(raw['documentType'], documentTypes);
  const state = choiceParam(raw['state'], documentStates);
  return {
    ...(search !== undefined && search.length >= 2 && { search }),
    ...(documentType !== undefined && { documentType }),
    ...(state !== undefined && { state }),
  };
}

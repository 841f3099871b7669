import type { CallInput } from '@depotwerk/api/call';
import type { Consultation } from '@depotwerk/api/consultations/consultations';
import {
  completeConsultation,
  createConsultation,
  getConsultation,
  listConsultations,
} from '@depotwerk/api/consultations/consultations';
import { queryOptions } from '@tanstack/react-query';
import { callApi, callWithHeaders } from '../../platform/api-client.ts';
import { queryClient } from '../../platform/query-client.ts';
import type { Owner } from './public/document-queries.ts';
import { ownerKey } from './public/document-queries.ts';

export interface ConsultationWithTag {
  record: Consultation;
  etag: string | null;
}

/** A record with the ETag its next save must send along. */
export const consultationQuery = (id: string) =>
  queryOptions({
    queryKey: ['consultation', id],
    queryFn: async ({ signal }): Promise<ConsultationWithTag> => {
      const { answer, etag } = await callWithHeaders(getConsultation, { params: { id } }, { signal });
      return { record: answer, etag };
    },
  });

/** Records of a contract or customer, newest first. */
export const consultationsQuery = (owner: Owner) =>
  queryOptions({
    queryKey: [...ownerKey(owner), 'consultations'],
    queryFn: ({ signal }) => callApi(listConsultations, { query: { ...owner, pageSize: 100 } }, { signal }),
  });

/** Keeps what the server just answered, without asking again. */
export function keepConsultation(record: Consultation, etag: string | null): void {
  queryClient.setQueryData(consultationQuery(record.id).queryKey, { record, etag });
}

/** Loads again where records are listed or told of. */
function reloadAround(record: Consultation): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      queryKey.includes('consultations') || (queryKey[0] === 'contract' && queryKey[2] === 'history'),
  });
  for (const id of record.contractIds) {
    void queryClient.invalidateQueries({ queryKey: ['contract', id, 'detail'] });
  }
}

/** Opens a draft. @throws ApiError */
export async function beginConsultation(
  body: CallInput<typeof createConsultation>['body'],
): Promise<Consultation> {
  const { answer, etag } = await callWithHeaders(createConsultation, { body });
  keepConsultation(answer, etag);
  reloadAround(answer);
  return answer;
}

/** Completes a draft or closes it as not pursued; it cannot be changed afterwards. @throws ApiError */
export async function closeConsultation(id: string, state: 'completed' | 'notPursued'): Promise<void> {
  const { answer, etag } = await callWithHeaders(completeConsultation, { params: { id }, body: { state } });
  keepConsultation(answer, etag);
  reloadAround(answer);
}

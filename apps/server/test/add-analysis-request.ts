import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { emptyAnalysisResult } from './empty-analysis-result.ts';

/** Adds a visitor's analysis that was submitted. */
export async function addAnalysisRequest(
  owner: pg.Client,
  tenantId: string,
  lastName: string,
): Promise<void> {
  await owner.query(
    `insert into depot_analyses (tenant_id, guid_hash, questionnaire_id, state, submitted_at, expires_at, contact, result)
     select $1, $2, q.id, 'submitted', now(), now() + interval '30 days', $3, $4
       from questionnaires q where q.tenant_id = $1 and q.questionnaire_key = 'depotAnalysis'`,
    [
      tenantId,
      randomBytes(32),
      JSON.stringify({
        firstName: 'Ida',
        lastName,
        email: 'ida@post.example',
        phoneNumber: '',
        message: '',
      }),
      JSON.stringify(emptyAnalysisResult),
    ],
  );
}

import type pg from 'pg';
import { samplePdf } from '../../demo/src/sample-pdf.ts';

/** A run of letters that is over, with one filed for the contract; answers its id. */
export async function aYearEndRun(
  owner: Pick<pg.Client, 'query'>,
  tenantId: string,
  contractId: string,
): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into jobs (tenant_id, job_type, state, created_by)
     select c.tenant_id, 'yearEndReports', 'done', u.id from contracts c
       join users u on u.tenant_id = c.tenant_id where c.tenant_id = $1 and c.id = $2 limit 1 returning id`,
    [tenantId, contractId],
  );
  const id = rows[0]?.id ?? '';
  await owner.query(
    `with letter as (
       insert into documents (tenant_id, customer_id, contract_id, document_type, title, file_name, media_type, byte_size,
         content_hash, content, retention_until, created_by)
       select c.tenant_id, c.customer_id, c.id, 'yearEndReport', 'Jahresbericht', 'j.pdf', 'application/pdf',
              length($4::bytea), sha256($4::bytea), $4::bytea, '2040-12-31', j.created_by
         from contracts c join jobs j on j.tenant_id = c.tenant_id and j.id = $3 where c.tenant_id = $1 and c.id = $2
       returning tenant_id, id, contract_id, byte_size, created_by)
     insert into year_end_rows (tenant_id, job_id, contract_id, position, result, document_id, byte_size, created_by)
     select tenant_id, $3, contract_id, 0, 'created', id, byte_size, created_by from letter`,
    [tenantId, contractId, id, samplePdf('Brief', [{ kind: 'title', text: 'Brief' }], 'Muster')],
  );
  return id;
}

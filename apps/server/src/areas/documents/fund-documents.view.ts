import type { FundDocument, FundDocumentType } from '@depotwerk/api/documents/fund-documents';
import { fundDocumentTypes } from '@depotwerk/api/documents/fund-documents';
import { hasContent } from '../../platform/document-store/content-row.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { type FileRow, fileSelection, isStored } from './document.view.ts';

/** What was filed with a fund, not what the server made of its data. */
const filed = `d.fund_id = $1 and ${hasContent} and r.id is null`;
const tables = 'documents d left join reports r on r.tenant_id = d.tenant_id and r.document_id = d.id';

/** The newest document of each type on file with the fund. 404 without the fund. */
export async function listFundDocuments(
  { database }: ReadServices,
  scope: Scope,
  fundId: number,
): Promise<FundDocument[]> {
  const [funds, documents] = await database.readMany<[{ id: number }, FundDocument]>(scope, [
    { sql: 'select id from funds where id = $1', parameters: [fundId] },
    {
      sql: `select distinct on (array_position($2::text[], d.document_type)) d.id, d.document_type as "documentType",
          d.title, d.file_name as "fileName", d.byte_size::int as "byteSize",
          encode(d.content_hash, 'hex') as "contentHash", d.created_at as "createdAt"
        from ${tables} where ${filed} and d.document_type = any ($2::text[])
       order by array_position($2::text[], d.document_type), d.created_at desc, d.id`,
      parameters: [fundId, fundDocumentTypes],
    },
  ]);
  if (funds.length === 0) throw notFound();
  return documents;
}

/** The newest file of a type; null when none was filed. */
export async function readFiledDocument(
  { database }: ReadServices,
  scope: Scope,
  fundId: number,
  type: FundDocumentType,
): Promise<FileRow | null> {
  const [file] = await database.read<FileRow>(scope, {
    sql: `select ${fileSelection} from ${tables} where ${filed} and d.document_type = $2
      order by d.created_at desc, d.id limit 1`,
    parameters: [fundId, type],
  });
  return isStored(file) ? file : null;
}

/** The archived report made from the same data; null when there is none. */
export async function readArchivedFundReport(
  { database }: ReadServices,
  scope: Scope,
  fundId: number,
  dataHash: Buffer,
): Promise<FileRow | null> {
  const [file] = await database.read<FileRow>(scope, {
    sql: `select ${fileSelection} from reports r
      join documents d on d.tenant_id = r.tenant_id and d.id = r.document_id and ${hasContent}
     where r.fund_id = $1 and r.data_hash = $2 order by d.created_at desc, d.id limit 1`,
    parameters: [fundId, dataHash],
  });
  return isStored(file) ? file : null;
}

import { type KeyInformation, keyInformationInForce } from '@depotwerk/domain/contracts/key-information';
import type { DbContext, Reader } from '../database/database.ts';
import { hasContent } from '../document-store/content-row.ts';

/** A fund with the key information document that holds now; null where none is known. */
export interface FundKeyInformation {
  readonly fundId: number;
  readonly isin: string;
  readonly fundName: string;
  readonly document: KeyInformation | null;
}

interface Row {
  fundId: number;
  isin: string;
  fundName: string;
  address: string | null;
  addressDay: string | null;
  filed: { documentId: string; title: string; contentHash: string; day: string } | null;
}

/** The key information of funds, in the order of their names. */
export async function readFundsKeyInformation(
  reader: Reader,
  context: DbContext,
  fundIds: readonly number[],
): Promise<FundKeyInformation[]> {
  const rows = await reader.read<Row>(context, {
    sql: `select f.id as "fundId", f.isin, f.name as "fundName", f.kiid as address, f.kiid_date as "addressDay",
        (select json_build_object('documentId', d.id, 'title', d.title, 'contentHash', encode(d.content_hash, 'hex'),
            'day', (d.created_at at time zone 'Europe/Berlin')::date)
           from documents d where d.tenant_id = f.tenant_id and d.fund_id = f.id and d.document_type = 'kiid'
            and ${hasContent}
          order by d.created_at desc, d.id limit 1) as filed
      from funds f where f.tenant_id = app_tenant_id() and f.id = any ($1::int[]) order by fold_text(f.name), f.id`,
    parameters: [fundIds],
  });
  return rows.map(({ fundId, isin, fundName, address, addressDay, filed }) => ({
    fundId,
    isin,
    fundName,
    document: keyInformationInForce(filed, address === null ? null : { address, day: addressDay }),
  }));
}

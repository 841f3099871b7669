/** SQL: neither an address nor a filed document of the key information of fund `f` is known, so that nobody may buy it. */
export const withoutKeyInformation = `f.kiid is null and not exists (select from documents d
    where d.tenant_id = f.tenant_id and d.fund_id = f.id and d.document_type = 'kiid')`;

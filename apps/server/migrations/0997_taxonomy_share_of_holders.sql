-- What a further holder wants at least of investments after the taxonomy regulation: asked, but kept in her answers alone, so that
-- nothing could be held against it. An older server writes profiles without it; whoever is asked anew there is asked again here.
alter table contract_holders
  add column minimum_share_taxonomy numeric(7,6) check (minimum_share_taxonomy between 0 and 1);

-- Row security shows an owner who is no superuser no row without a tenant: one house after the other.
do $$
declare
  tenant uuid;
begin
  for tenant in select tenant_id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    update contract_holders h
       set minimum_share_taxonomy = least(greatest((a ->> 'value')::numeric, 0), 100) / 100
      from questionnaire_answers w
      join questionnaires n on n.tenant_id = w.tenant_id and n.id = w.questionnaire_id
     cross join jsonb_array_elements(n.questions) q
     cross join jsonb_array_elements(w.answers) a
     where h.tenant_id = tenant and w.tenant_id = h.tenant_id and w.id = h.questionnaire_answers_id
       and h.sustainability_kind = 'minimumShare'
       and q ->> 'profileField' = 'minimumShareTaxonomy' and a ->> 'questionId' = q ->> 'id'
       and jsonb_typeof(a -> 'value') = 'number';
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;

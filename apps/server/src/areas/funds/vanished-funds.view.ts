/** Where published tariffs name funds that proposals buy: their selection and their fund matrix. */
export const boughtPaths = [
  'components.selection.tariffSelectedFunds[*]',
  'tariff.fundMatrix.allocationItems[*].securityId',
];

/** SQL of the funds that published tariffs, of which `condition` holds, name in these places. */
export const namedIn = (paths: readonly string[], condition: string): string =>
  paths
    .map(
      (path) => `select t.tenant_id, t.id as tariff_id, t.name as tariff_name, v.id as version_id,
        (n.item #>> '{}')::integer as fund_id, t.highest_risk_indicator
      from tariffs t join tariff_versions v on v.tenant_id = t.tenant_id and v.tariff_id = t.id and v.state = 'published'
      cross join lateral jsonb_path_query(v.content, 'lax $.${path}') as n (item)
     where ${condition} and not t.is_inactive and jsonb_typeof(n.item) = 'number'`,
    )
    .join(' union all ');

/** Why nobody can buy a fund `f` any more; null where somebody can. */
export const vanishedState = `case when f.fund_status in ('closed', 'merged', 'liquidated') then f.fund_status
  when f.is_inactive then 'inactive' when f.price is null then 'noPrice' end`;

/** SQL of the funds `f` nobody can buy any more with what names them, `n`: a row for each place of a published tariff. */
export const namedVanished = `from (${namedIn(boughtPaths, 't.tenant_id = app_tenant_id()')}) n
  join funds f on f.tenant_id = n.tenant_id and f.id = n.fund_id
  where ${vanishedState} is not null`;

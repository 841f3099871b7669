-- A tariff is worked on in one version at a time: the one that is drafted, waits for approval or for its day.
create unique index tariff_versions_open on tariff_versions (tenant_id, tariff_id)
  where state in ('draft', 'rejected', 'submitted', 'approved');

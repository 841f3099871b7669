-- Reports of tariffs: they outlive the tariff they were made of, as an archived report is neither changed nor deleted.
alter table reports drop constraint reports_tenant_id_tariff_id_fkey;

-- The role somebody had by hand when the provider's claims gave another one: it is his again when the claim is said no more.
-- Without a foreign key, as given_role_id: a role can go, and whether it is there is looked at when it is given.
-- A server of the release before leaves it null and goes on as it did.
alter table identity_links add column role_before_id uuid;

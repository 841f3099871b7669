-- What somebody agreed to on her way into the house stays known once she is a customer: when she took back what she agreed to in an
-- invitation, and to which text she agreed in the analysis she registered from, which itself is erased after its days.
alter table preregistrations add column consent_withdrawn_at timestamptz;
alter table users
  add column analysis_consent_version text check (length(analysis_consent_version) <= 50),
  add column analysis_consented_at timestamptz;

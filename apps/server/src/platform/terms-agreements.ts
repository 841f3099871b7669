import { instantText } from './database/instant-text.ts';

/**
 * What the user `u` agreed to, the newest first, as SQL; `isReadable` where the text is kept. Whoever agreed before versions were kept
 * beside each other has his last one.
 */
export const termsAgreements = `coalesce((select jsonb_agg(jsonb_build_object('version', a.terms_version,
    'agreedAt', ${instantText('a.agreed_at')},
    'isReadable', exists (select from terms_versions t
      where t.tenant_id = a.tenant_id and lower(t.version) = lower(a.terms_version)))
    order by a.agreed_at desc, a.terms_version)
  from terms_agreements a where a.tenant_id = u.tenant_id and a.user_id = u.id), '[]') as "termsAgreements"`;

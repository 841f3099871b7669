import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { emptyAnalysisResult } from './empty-analysis-result.ts';

/**
 * Adds a visitor's analysis that was submitted, an invitation of every user, a registration that waits, the draft of a
 * questionnaire, a look at every contract by continuous optimisation, and a view of a list of every user.
 */
export async function addProspects(owner: pg.Client, tenantId: string, lastName: string): Promise<void> {
  await owner.query(
    `insert into questionnaires (tenant_id, questionnaire_key, version, title, questions) values ($1, 'probe' || $2, 1, $2, '[]')`,
    [tenantId, lastName],
  );
  await owner.query(
    `insert into depot_analyses (tenant_id, guid_hash, questionnaire_id, state, submitted_at, expires_at, contact, result)
     select $1, $2, q.id, 'submitted', now(), now() + interval '30 days', $3, $4
       from questionnaires q where q.tenant_id = $1 and q.questionnaire_key = 'depotAnalysis'`,
    [
      tenantId,
      randomBytes(32),
      JSON.stringify({
        firstName: 'Ida',
        lastName,
        email: 'ida@post.example',
        phoneNumber: '',
        message: '',
      }),
      JSON.stringify(emptyAnalysisResult),
    ],
  );
  await owner.query(
    `insert into preregistrations (tenant_id, guid_hash, invited_by, first_name, last_name, email, date_of_birth, expires_at)
     select tenant_id, sha256(convert_to(id || $2, 'UTF8')), id, 'Ilse', $2, 'ilse@post.example', '1980-05-17',
       now() + interval '14 days' from users where tenant_id = $1`,
    [tenantId, lastName],
  );
  await owner.query(
    `insert into registrations (tenant_id, token_hash, first_name, last_name, email, terms_version, state, confirmed_at,
       expires_at)
     values ($1, $2, 'Nora', $3, $3 || '@post.example', '1', 'waiting', now(), now() + interval '14 days')`,
    [tenantId, randomBytes(32), lastName],
  );
  await owner.query(
    `insert into continuous_plans (tenant_id, contract_id, due_date, due_cause, state, looked_at)
     select tenant_id, id, '2026-01-01', 'interval', 'nothingToDo', now() from contracts where tenant_id = $1
     on conflict do nothing`,
    [tenantId],
  );
  await owner.query(
    `insert into saved_views (tenant_id, user_id, screen_key, saved_view_name)
     select tenant_id, id, 'contracts', $2 from users where tenant_id = $1`,
    [tenantId, lastName],
  );
  await owner.query(
    `insert into terms_versions (tenant_id, white_label_id, version, content, valid_from, asks_again)
     select tenant_id, id, $2 || ' ' || row_number() over (order by id), 'Text', '2999-01-01', false
       from white_label_configs where tenant_id = $1`,
    [tenantId, lastName],
  );
  await owner.query(
    `with made as (insert into webhooks (tenant_id, webhook_name, url, events, secret_envelope)
       values ($1, $2, 'https://system.firma.example', '{tariffs.reject}', '{}') returning id)
     insert into webhook_deliveries (tenant_id, webhook_id, event, occurred_at, state)
     select $1, id, 'tariffs.reject', now(), 'failed' from made, generate_series(1, 3)`,
    [tenantId, lastName],
  );
  await owner.query(
    `insert into notifications (tenant_id, user_id, notification_kind, happened, happened_at, is_in_app, target_type, target_id)
     select tenant_id, id, 'jobEnded', 1, now(), true, 'job', gen_random_uuid() from users where tenant_id = $1`,
    [tenantId],
  );
}

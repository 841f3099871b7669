/**
 * Whether something of the job `j` is left that its next start would do: it was given up, or it is through but for pieces that were given
 * up or left out, or it was cancelled before it had any.
 */
export const hasRest = `(j.state = 'dead' or (j.state = 'done' and (exists (select from job_chunks c
    where c.tenant_id = j.tenant_id and c.job_id = j.id and c.state in ('dead', 'cancelled'))
  or (j.cancelled_at is not null and not exists (select from job_chunks c
    where c.tenant_id = j.tenant_id and c.job_id = j.id)))))`;

-- A version that was approved and could not be published on its day goes back to its editors: who submitted it is told of that,
-- as of a refusal. What an older server sends back is told the same.
drop trigger note_decided_version on tariff_versions;
create trigger note_decided_version after update of state on tariff_versions for each row
  when (old.submitted_by is not null
    and (old.state = 'submitted' and new.state in ('approved', 'published', 'rejected')
      or old.state = 'approved' and new.state = 'rejected'))
  execute function note_decided_version();

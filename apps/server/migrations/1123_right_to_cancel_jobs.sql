-- Whoever may have others' work done again may cancel it, too: the right says so.
update permissions set permission_name = 'Hintergrundarbeiten abbrechen und wiederholen' where id = 'jobs.retry';

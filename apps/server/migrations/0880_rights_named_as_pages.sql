-- Rights carry the names of the pages they open: whoever gives one finds it in the menu, and orders are orders of clients alone.
update permissions set category_name = 'Dashboard', permission_name = 'Dashboard ansehen' where id = 'dashboard.view';
update permissions set category_name = 'Dashboard', permission_name = 'Dashboard einrichten' where id = 'dashboard.configure';
update permissions set category_name = 'Arbeitsplatz', permission_name = 'Arbeitsplatz ansehen' where id = 'workbench.view';
update permissions set category_name = 'Arbeitsplatz' where id = 'workbench.assign';
update permissions set category_name = 'Zugänge für Systeme', permission_name = 'Zugänge für Systeme verwalten'
  where id = 'apiTokens.manage';
update permissions set category_name = 'Webhooks' where id = 'webhooks.manage';
update permissions set category_name = 'Hintergrundarbeiten', permission_name = 'Hintergrundarbeiten ansehen' where id = 'jobs.view';
update permissions set category_name = 'Hintergrundarbeiten', permission_name = 'Hintergrundarbeiten wiederholen'
  where id = 'jobs.retry';

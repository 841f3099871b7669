-- As the database's administrator, once, before the first migration: the owner of the tables and the login of requests.
-- The owner needs no superuser; the parameter is what its functions empty while they run.
create role depotwerk login createrole password '${OWNER_PASSWORD}';
create role depotwerk_app login password '${APP_PASSWORD}';
grant depotwerk_app to depotwerk with admin option;
grant set on parameter app.user_id to depotwerk;
create database depotwerk owner depotwerk encoding 'UTF8' template template0;

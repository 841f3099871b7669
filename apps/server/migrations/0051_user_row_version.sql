-- Signing in writes to the user's row (last sign-in, rehashed password, TOTP step). Only what an
-- administrator edits makes a new version; else every sign-in would spoil an open form with 412.
drop trigger bump_row_version on users;
create trigger bump_row_version
  before update of user_name, full_name, company, phone_number, role_id, customer_id, is_inactive,
    is_second_factor_required, must_change_password
  on users for each row execute function bump_row_version();

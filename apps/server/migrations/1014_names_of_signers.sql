-- A customer's name is a first and a last one of up to 200 characters each: whoever had long ones could not sign.
alter table document_signatures drop constraint document_signatures_signer_name_check;
alter table document_signatures add constraint document_signatures_signer_name_check
  check (is_not_blank(signer_name) and length(signer_name) <= 401) not valid;

-- The history of a customer asks which imports touched him and his contracts, taking one back which came later.
create index book_import_customers_object on book_import_customers (tenant_id, customer_id);
create index book_import_contracts_object on book_import_contracts (tenant_id, contract_id);

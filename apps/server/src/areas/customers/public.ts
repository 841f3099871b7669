/** What the area customers offers the others. */
export { asTexts, customerSelectionAsTexts, selectedCustomers } from './customer-selection.view.ts';
export { customerVisibility } from './customer-visibility.view.ts';
export { readGroupCustomers } from './group-customers.view.ts';
export { searchCustomerPage } from './list-customers.view.ts';
export { lockCustomer } from './locked-customer.view.ts';
export { recordingCustomerRead } from './recorded-read.view.ts';
export { selectedIds } from './selected-ids.view.ts';

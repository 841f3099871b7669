/** What the jobs are called that change many customers and take that back. */
export const changeJobType = 'changeCustomers';
export const takeBackJobType = 'takeBackCustomers';

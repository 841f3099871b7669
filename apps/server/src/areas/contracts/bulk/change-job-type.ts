/** What the job is called that changes many contracts. */
export const changeJobType = 'changeContracts';

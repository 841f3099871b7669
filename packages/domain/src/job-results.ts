/** Jobs whose every row can be looked at: the dialog that shows it, where the work was started and where it is taken back. */
const dialogs: Readonly<Record<string, string>> = {
  changeContracts: 'bulkChange',
  changeCustomers: 'bulkCustomers',
  checkContracts: 'bulkAction',
  planContracts: 'bulkPlan',
  takeBackContracts: 'bulkChange',
  takeBackCustomers: 'bulkCustomers',
  yearEndReports: 'yearEnd',
};

/** The dialog with the results of a job of this kind; undefined where its panel says all there is. */
export const resultsDialogOf = (jobType: string): string | undefined => dialogs[jobType];

/** Jobs whose every row can be looked at: the dialog that shows it, where the work was started and where it is taken back. */
const dialogs: Readonly<Record<string, string>> = {
  approvePlans: 'bulkApproval',
  changeContracts: 'bulkChange',
  changeCustomers: 'bulkCustomers',
  checkContracts: 'bulkAction',
  handOverToMany: 'bulkHandOver',
  inviteCustomers: 'bulkCustomers',
  planContracts: 'bulkPlan',
  releasePlans: 'bulkRelease',
  takeBackContracts: 'bulkChange',
  takeBackCustomers: 'bulkCustomers',
  yearEndReports: 'yearEnd',
};

/** The dialog with the results of a job of this kind; undefined where its panel says all there is. */
export const resultsDialogOf = (jobType: string): string | undefined => dialogs[jobType];

/** Whether a job goes through customers, and not through contracts. */
export const isAboutCustomers = (jobType: string): boolean => dialogs[jobType] === 'bulkCustomers';

/**
 * Whether work that was given up or cancelled goes on when its job is started again. An import knows itself how far it is, and has ended
 * with its job: started again it would find nothing to do, and look as if all of it were done.
 */
export const goesOnAgain = (jobType: string): boolean => jobType !== 'bookImport';

import { resultsDialogOf } from '@depotwerk/domain/job-results';
import { expect, it } from 'vitest';
import { routedDialogs } from '../../shell/dialog-registry.tsx';
import { jobTypes } from './public/job-texts.ts';

it('leads from a work of many to a dialog there is, which takes the job', () => {
  const leading = jobTypes.filter((jobType) => resultsDialogOf(jobType) !== undefined);
  expect(leading).toEqual([
    'approvePlans',
    'changeContracts',
    'changeCustomers',
    'checkContracts',
    'handOverToMany',
    'inviteCustomers',
    'planContracts',
    'releasePlans',
    'takeBackContracts',
    'takeBackCustomers',
    'yearEndReports',
  ]);
  for (const jobType of leading) {
    const dialog = new Map(Object.entries(routedDialogs)).get(resultsDialogOf(jobType) ?? '');
    expect([jobType, dialog?.paramNames]).toEqual([jobType, ['jobId']]);
  }
});

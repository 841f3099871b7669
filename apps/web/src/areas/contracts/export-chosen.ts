import type { CallInput } from '@depotwerk/api/call';
import { exportChosenContracts } from '@depotwerk/api/contracts/contract-bulk';
import { callFile } from '../../platform/api-client.ts';

/** Fetches contracts chosen of the list as a file; loaded when it is asked for, as the list is shown without it. */
export const exportChosen = (body: CallInput<typeof exportChosenContracts>['body'], name: string) =>
  callFile(exportChosenContracts, { body }, name);

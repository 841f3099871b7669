import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { listElementLookups } from '@depotwerk/api/contracts/elements';
import { handingOverFormNames, handingOverForms } from '@depotwerk/domain/contracts/key-information';
import { forbiddenPurchases } from '@depotwerk/domain/contracts/purchase-refusal';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { searchFunds } from '../../funds/public.ts';
import { judgePurchases } from '../purchases-for-client.view.ts';
import { openForm } from './open-form.ts';

type Lookup = CallAnswer<typeof listElementLookups>;

const executionKinds: Lookup = [
  { id: 'next', label: 'Zum nächstmöglichen Termin', description: null, isInactive: false },
  { id: 'date', label: 'Zu einem bestimmten Tag', description: null, isInactive: false },
];

const handingOverChoices: Lookup = handingOverForms.map((form) => ({
  id: form,
  label: handingOverFormNames[form],
  description: null,
  isInactive: false,
}));

/** Choices of an element of the form; funds are those the contract's tariff and insurer admit for new money of this contract. */
export async function listLookups(
  services: Services,
  scope: Scope,
  { params, query }: CallInput<typeof listElementLookups>,
  today: string,
): Promise<Lookup> {
  const form = await openForm(services, scope, params, null, today);
  switch (params.lookupKey) {
    case 'executionKinds':
      return executionKinds;
    case 'handingOverForms':
      return handingOverChoices;
    case 'funds':
    case 'savingsPlanFunds': {
      const { funds } = await searchFunds(
        services,
        scope,
        {
          search: query.search,
          tariff: form.tariffId,
          forUniverse: true,
          filterForPolicy: true,
          forSavingsPlan: params.lookupKey === 'savingsPlanFunds',
        },
        form.ownFundIds,
      );
      const fundIds = funds.map(({ id }) => id);
      const { contractId } = form;
      const judged = await judgePurchases(services.database, scope, [{ contractId, fundIds }], today);
      const ban = judged.get(contractId)?.ban;
      const forbidden = ban ? forbiddenPurchases(ban) : [];
      return funds.map((fund) => {
        const refusal = forbidden.find(({ fundId }) => fundId === fund.id)?.text;
        return {
          id: fund.id,
          label: fund.name,
          description: fund.isin,
          isInactive: fund.isInactive,
          ...(refusal !== undefined && { refusal }),
        };
      });
    }
    default:
      throw new AppError('elements.notFound');
  }
}

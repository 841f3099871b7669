import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { rateFundMatrix } from '@depotwerk/api/tariffs/tariff-lookups';
import type { DbContext, Reader } from '../../platform/database/database.ts';
import { fundMatrixRating } from './allocation-answers.ts';
import { readRiskMarket } from './risk-market.view.ts';

export type FundMatrixRating = CallAnswer<typeof rateFundMatrix>[number];

/** Risk, equities, expected return and costs of the classes of a fund risk matrix by today's figures. @throws 400 for an unknown fund */
export const readFundMatrixRating = async (
  database: Reader,
  context: DbContext & { readonly tenantId: string },
  matrix: CallInput<typeof rateFundMatrix>['body'],
): Promise<FundMatrixRating[]> => fundMatrixRating(await readRiskMarket(database, context), matrix);

import { createHash } from 'node:crypto';
import { worthOf } from '@depotwerk/domain/worth';
import type { Statement } from '../../../../platform/position-files/statement.ts';
import type { BankDepot, BankPosition } from '../trader-gateway.ts';

const cents = (value: number): number => Math.round(value * 100);

/** A statement as every other gateway reports a depot. Files say nothing of cash and savings plans. */
export function toBankDepot(statement: Statement): BankDepot {
  const positions = statement.positions.map((position): BankPosition => {
    const { isin, quantity, price, priceDate, costValue } = position;
    const value = position.value ?? worthOf(quantity, price ?? 0);
    return { isin, quantity, price, priceDate, value, costValue };
  });
  return {
    externalKey: statement.account,
    externalConsumerKey: null,
    holderName: statement.ownerName,
    productKey: null,
    isRejected: false,
    totalValue: positions.reduce((sum, position) => sum + cents(position.value), 0) / 100,
    revision: createHash('sha256').update(JSON.stringify(statement)).digest('hex'),
    valuationDate: statement.date,
    cashValue: 0,
    positions,
    savingsPlan: null,
    silentOn: statement.ownerName === '' ? ['cash', 'savingsPlan', 'holderName'] : ['cash', 'savingsPlan'],
  };
}

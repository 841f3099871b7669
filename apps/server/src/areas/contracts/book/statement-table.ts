import { bookFields } from '@depotwerk/domain/book/book-fields';
import type { StatementFile } from '../../../platform/position-files/statement.ts';
import { unitPrice } from '../../../platform/position-files/unit-price.ts';
import type { SourceRecord } from '../../../platform/table-files/source-table.ts';

const header = [
  bookFields.contractNumber.label,
  bookFields.isin.label,
  bookFields.quantity.label,
  bookFields.price.label,
  bookFields.priceDate.label,
  bookFields.costValue.label,
  bookFields.valuationDate.label,
];

const noHoldings =
  'Der Depotauszug nennt für dieses Depot keinen Bestand. Der Vertrag bleibt, wie er ist; wurde alles verkauft, ändern Sie ihn von Hand.';

/**
 * The holdings of a statement below the names of their columns: line 2 is its first holding. What could not be read
 * follows as lines that say why, so that no holding is lost without a word; so has an account without holdings.
 */
export function* statementRecords({ statements, problems }: StatementFile): Generator<SourceRecord> {
  let line = 1;
  yield { line, cells: header };
  for (const { account, date, positions } of statements) {
    if (positions.length === 0 && !problems.some((problem) => problem.account === account)) {
      line += 1;
      yield { line, cells: [account], fault: noHoldings };
    }
    for (const position of positions) {
      line += 1;
      const { price } = unitPrice(position);
      const cells = [
        account,
        position.isin,
        position.quantity,
        price ?? '',
        position.priceDate ?? '',
        position.costValue ?? '',
        date,
      ];
      yield { line, cells };
    }
  }
  for (const { account, message } of problems) {
    line += 1;
    yield { line, cells: [account ?? ''], fault: message };
  }
}

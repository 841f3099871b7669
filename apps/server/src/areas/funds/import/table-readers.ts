import { tableReader } from '../../../platform/table-files/table-reader.ts';
import { isFundHeader } from './fund-plan.ts';
import { isPriceHeader } from './price-plan.ts';
import { isSymbolHeader } from './read-symbol-map.ts';

export const fundTableReader = tableReader('fundTable', isFundHeader);
export const priceTableReader = tableReader('priceTable', isPriceHeader);
export const symbolTableReader = tableReader('symbolTable', isSymbolHeader);

import type { PlanKeyInformation } from '@depotwerk/api/optimization/key-information';
import { handingOverFormNames } from '@depotwerk/domain/contracts/key-information';
import { facts } from './common-blocks.ts';
import { type Block, heading } from './report-document.ts';
import { day } from './report-format.ts';

type Fund = PlanKeyInformation['funds'][number];

/** Who got the key information of what a plan buys, and in which version; nothing where it buys nothing. */
export function keyInformationBlocks(information: PlanKeyInformation | null): Block[] {
  if (information === null || information.funds.length === 0) return [];
  const { funds, holders } = information;
  return [
    heading('Basisinformationsblätter', 2),
    facts(funds.map((fund) => [fund.fundName, stateOf(fund, holders)])),
  ];
}

function stateOf({ document, handedOver }: Fund, holders: PlanKeyInformation['holders']): string {
  if (document === null) return 'Kein Basisinformationsblatt hinterlegt.';
  const version = document.day === null ? '' : `Fassung vom ${day(document.day)}. `;
  const states = holders.map(({ customerId, name }) => {
    const one = handedOver.find((each) => each.customerId === customerId);
    return one
      ? `An ${name} am ${day(one.handedOverAt)} ${handingOverFormNames[one.form]} ausgehändigt.`
      : `An ${name} noch nicht ausgehändigt.`;
  });
  return `${version}${states.join(' ')}`;
}

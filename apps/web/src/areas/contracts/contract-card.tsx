import type { ContractListItem } from '@depotwerk/api/contracts/contracts';
import { listName } from '@depotwerk/domain/customers/person-name';
import { knownValueText } from '../../ui/known-value.ts';
import { RowLink } from '../../ui/row-link.tsx';
import { HintsLabel, ScoreStars } from './contract-columns.tsx';

/** A contract on a narrow screen: who and how much, below what and in which state. */
export function contractCard(contract: ContractListItem) {
  return (
    <>
      <RowLink path={`/contracts/${contract.id}/overview`}>{listName(contract.customer)}</RowLink>
      <span className="num contracts__card-value">{knownValueText(contract, contract.totalValue)}</span>
      <span className="hint">
        {[contract.externalKey, contract.tariff.name, ...contract.tags.map(({ tagName }) => tagName)].join(
          ' · ',
        )}
      </span>
      <span className="contracts__card-state">
        <ScoreStars stars={contract.contractScore?.stars ?? null} size={12} />
        <HintsLabel hints={contract.hints} />
      </span>
    </>
  );
}

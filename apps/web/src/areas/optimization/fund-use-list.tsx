import { IconLock } from '@tabler/icons-react';
import { t } from '../../texts/texts.ts';
import { Swatch } from '../../ui/cells.tsx';
import { SegmentedControl } from '../../ui/tabs.tsx';
import type { FundUse, WhatIf } from './fund-uses.ts';
import { fundUse, withUse } from './fund-uses.ts';
import type { AdviceInput } from './optimization-types.ts';

type AdviceFund = AdviceInput['funds'][number];

export interface FundUseListProps {
  input: AdviceInput;
  choices: WhatIf;
  onChange: (choices: WhatIf) => void;
}

const heldUses: readonly FundUse[] = ['free', 'locked', 'excluded'];
const wantedUses: readonly FundUse[] = ['free', 'excluded'];

/** Funds of a contract by name: those held, then those a proposal of the chosen class would buy. */
export function fundsToChoose(input: AdviceInput, riskClassId: number | null) {
  const held = new Set(
    input.contract.positions.flatMap(({ isin, quantity }) => (quantity > 0 ? [isin] : [])),
  );
  const wanted = new Set(
    input.tariff.classes
      .find((riskClass) => riskClass.riskClassId === riskClassId)
      ?.proposal.map(({ isin }) => isin) ?? [],
  );
  const byName = (one: AdviceFund, other: AdviceFund) => one.name.localeCompare(other.name, 'de');
  return {
    held: input.funds.filter(({ isin }) => held.has(isin)).sort(byName),
    others: input.funds.filter(({ isin }) => !held.has(isin) && wanted.has(isin)).sort(byName),
  };
}

/** Each fund with what may happen to it. */
export function FundUseList({ input, choices, onChange }: FundUseListProps) {
  const { held, others } = fundsToChoose(input, choices.riskClassId ?? input.riskClassId);
  // A fund that was excluded stays listed, although no proposal names it any more.
  const excluded = input.funds.filter(
    (fund) => fundUse(choices, fund.fundId) === 'excluded' && !held.includes(fund) && !others.includes(fund),
  );
  const row = (fund: AdviceFund, uses: readonly FundUse[]) => (
    <FundUseRow
      key={fund.fundId}
      fund={fund}
      uses={uses}
      use={fundUse(choices, fund.fundId)}
      isLockedByBank={input.lockedIsins.includes(fund.isin)}
      onChange={(use) => onChange(withUse(choices, fund.fundId, use))}
    />
  );
  return (
    <div className="opt-uses">
      <section>
        <h3>{t('optimization.choices.fundsTitle')}</h3>
        <p className="hint">{t('optimization.choices.fundsHint')}</p>
        <ul className="opt-uses__list">{held.map((fund) => row(fund, heldUses))}</ul>
      </section>
      {others.length + excluded.length > 0 ? (
        <section>
          <h3>{t('optimization.choices.otherFunds')}</h3>
          <p className="hint">{t('optimization.choices.otherFundsHint')}</p>
          <ul className="opt-uses__list">{[...others, ...excluded].map((fund) => row(fund, wantedUses))}</ul>
        </section>
      ) : null}
    </div>
  );
}

interface FundUseRowProps {
  fund: AdviceFund;
  uses: readonly FundUse[];
  use: FundUse;
  isLockedByBank: boolean;
  onChange: (use: FundUse) => void;
}

function FundUseRow({ fund, uses, use, isLockedByBank, onChange }: FundUseRowProps) {
  return (
    <li className="opt-uses__row">
      <span className="opt-uses__fund">
        <Swatch colour={fund.categoryColor ?? 'var(--line-strong)'} />
        <span>
          {fund.name}
          <span className="hint opt-uses__group">{fund.peerGroup}</span>
        </span>
      </span>
      {isLockedByBank ? (
        <span className="opt-uses__locked">
          <IconLock size={16} aria-hidden="true" /> {t('optimization.choices.bankLocked')}
        </span>
      ) : (
        <SegmentedControl
          size="small"
          label={t('optimization.choices.useOf', { name: fund.name })}
          value={use}
          options={uses.map((value) => ({ value, label: t(`optimization.choices.use.${value}`) }))}
          onChange={onChange}
        />
      )}
    </li>
  );
}

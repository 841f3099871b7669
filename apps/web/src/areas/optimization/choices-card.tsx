import { formatDate } from '@depotwerk/domain/date-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { IconAdjustments, IconRotate } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';
import { MoneyField } from '../../ui/number-fields.tsx';
import { SegmentedControl } from '../../ui/tabs.tsx';
import { FundUseList } from './fund-use-list.tsx';
import type { WhatIf } from './fund-uses.ts';
import { asItIs, isAsItIs } from './fund-uses.ts';
import type { AdviceInput } from './optimization-types.ts';

/** Largest amount the field takes; the call takes a little more. */
const maximumCash = 100_000_000;

export interface ChoicesCardProps {
  input: AdviceInput;
  choices: WhatIf;
  onChange: (choices: WhatIf) => void;
}

/** What the adviser may change: class, added cash, what happens to each fund. Every change counts at once. */
export function ChoicesCard({ input, choices, onChange }: ChoicesCardProps) {
  const [isListOpen, setListOpen] = useState(false);
  const listId = useId();
  const { classes } = input.tariff;
  const chosen = choices.riskClassId ?? input.riskClassId;
  const setClass = (value: string) => {
    const riskClassId = Number(value);
    onChange({ ...choices, riskClassId: riskClassId === input.riskClassId ? null : riskClassId });
  };
  return (
    <Card
      title={t('optimization.choices.title')}
      actions={
        isAsItIs(choices) ? undefined : (
          <Button
            kind="quiet"
            size="small"
            icon={<IconRotate size={16} aria-hidden="true" />}
            onClick={() => onChange(asItIs)}
          >
            {t('optimization.choices.reset')}
          </Button>
        )
      }
    >
      <div className="opt-choices">
        <div className="opt-choices__field">
          <span className="opt-choices__label" aria-hidden="true">
            {t('optimization.choices.riskClass')}
          </span>
          <SegmentedControl
            label={t('optimization.choices.riskClass')}
            value={String(chosen ?? '')}
            options={classes.map(({ riskClassId }) => ({
              value: String(riskClassId),
              label: String(riskClassId),
            }))}
            onChange={setClass}
          />
          <span className="hint" role="status">
            {classHint(input, choices.riskClassId)}
          </span>
        </div>
        <div className="opt-choices__field opt-choices__cash">
          <MoneyField
            label={t('optimization.choices.cash')}
            value={choices.cash}
            min={0}
            max={maximumCash}
            placeholder={formatNumber(0, 2, 2)}
            onChange={(cash) => onChange({ ...choices, cash })}
          />
          <span className="hint">{t('optimization.choices.cashHint')}</span>
        </div>
        <div className="opt-choices__field opt-choices__funds">
          <Button
            icon={<IconAdjustments size={18} aria-hidden="true" />}
            aria-expanded={isListOpen}
            aria-controls={listId}
            onClick={() => setListOpen(!isListOpen)}
          >
            {choices.uses.size === 0
              ? t('optimization.choices.funds')
              : t('optimization.choices.fundsCount', { count: choices.uses.size })}
          </Button>
        </div>
      </div>
      <div id={listId} hidden={!isListOpen}>
        {isListOpen ? <FundUseList input={input} choices={choices} onChange={onChange} /> : null}
      </div>
    </Card>
  );
}

function classHint({ riskClassId: own, lifeCycle }: AdviceInput, chosen: number | null): string {
  if (own === null) return t('optimization.choices.riskClassMissing');
  if (lifeCycle && own === lifeCycle.highestRiskClassId)
    return t('optimization.choices.riskClassLifeCycle', { riskClass: own, from: formatDate(lifeCycle.from) });
  return chosen === null
    ? t('optimization.choices.riskClassCurrent', { riskClass: own })
    : t('optimization.choices.riskClassOther', { riskClass: own });
}

import { formatNumber } from '@depotwerk/domain/number-text';
import type { RiskClassBand } from '@depotwerk/domain/tariff/check-risk-component';
import { useEffect, useState } from 'react';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { NumberField } from '../../../ui/number-fields.tsx';
import { FieldSlot } from '../wizard/field-errors.tsx';
import { useWizard } from '../wizard/wizard-context.ts';

export interface RiskClassRowProps {
  /** 0 = first class. */
  index: number;
  /** Percentage points. */
  target: number | null;
  range: number | null;
  /** null while target or range is missing. */
  band: RiskClassBand | null;
  targetError: string | undefined;
  rangeError: string | undefined;
  isReadOnly: boolean;
  isActive: boolean;
  onFocus: () => void;
  onTarget: (value: number | null) => void;
  onRange: (value: number | null) => void;
}

/** Target and range of one risk class: a row on wide screens, a block on the phone. */
export function RiskClassRow(props: RiskClassRowProps) {
  const { index, isReadOnly } = props;
  const { setFault, forgetFields } = useWizard();
  const riskClass = index + 1;
  const targetPath = `tariffRiskItemsTargets.${index}`;
  const rangePath = `tariffRiskItemsRanges.${index}`;
  // A text that reads as no number leaves the last one in the draft: of that neither the band nor a finding speaks.
  const [unread, setUnread] = useState({ target: false, range: false });
  const noteFault = (member: 'target' | 'range', message: string | null) => {
    setFault(member === 'target' ? targetPath : rangePath, message);
    setUnread((last) =>
      last[member] === (message !== null) ? last : { ...last, [member]: message !== null },
    );
  };
  const isUnread = unread.target || unread.range;
  const band = isUnread ? null : props.band;
  // A class that is taken away takes with it what was typed wrong, and that its fields were left.
  useEffect(
    () => () => {
      setFault(targetPath, null);
      setFault(rangePath, null);
      forgetFields([targetPath, rangePath]);
    },
    [setFault, forgetFields, targetPath, rangePath],
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus of its fields lights it up
    <li
      className={classNames('risk-classes__item', props.isActive && 'risk-classes__item--active')}
      onFocus={props.onFocus}
    >
      <span className="risk-classes__name">{t('componentSteps.risk.className', { riskClass })}</span>
      <FieldSlot path={targetPath}>
        <NumberField
          label={t('componentSteps.risk.targetOf', { riskClass })}
          value={props.target}
          precision={1}
          unit="%"
          isRequired
          isDisabled={isReadOnly}
          error={isUnread ? undefined : props.targetError}
          onFault={(message) => noteFault('target', message)}
          onChange={props.onTarget}
        />
      </FieldSlot>
      <FieldSlot path={rangePath}>
        <NumberField
          label={t('componentSteps.risk.rangeOf', { riskClass })}
          value={props.range}
          precision={1}
          unit="%"
          isRequired
          isDisabled={isReadOnly}
          error={isUnread ? undefined : props.rangeError}
          onFault={(message) => noteFault('range', message)}
          onChange={props.onRange}
        />
      </FieldSlot>
      <span className="risk-classes__band">
        <span className="risk-classes__band-label">{t('componentSteps.risk.band')}</span>
        <span className="num">
          {/* A new class holds nothing but zeros; a target far outside leaves nothing between 0 and 100. */}
          {band === null || band.high === 0 || band.low > band.high
            ? '–'
            : t('componentSteps.risk.bandFromTo', {
                from: formatNumber(band.low, 1, 1),
                to: formatNumber(band.high, 1, 1),
              })}
        </span>
      </span>
    </li>
  );
}

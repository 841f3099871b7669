import { bandOf, resizeRiskItems } from '@depotwerk/domain/tariff/check-risk-component';
import { riskMeasureOf } from '@depotwerk/domain/tariff/risk-measure';
import type { RiskComponentDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { riskClassCounts } from '@depotwerk/domain/tariff/tariff-drafts';
import { useQuery } from '@tanstack/react-query';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { useState } from 'react';
import { t } from '../../../texts/texts.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { riskTypesQuery } from '../lookup-queries.ts';
import { RiskBandsPicture } from '../pictures/risk-bands-picture.tsx';
import { FieldSlot, useFieldErrors } from '../wizard/field-errors.tsx';
import type { WizardStepProps } from '../wizard/wizard-step-props.ts';
import { ChoiceField } from './choice-field.tsx';
import { PeergroupMeasures } from './peergroup-measures.tsx';
import { riskPathOf, riskPlaceOf, withPastedBlock } from './risk-class-block.ts';
import { RiskClassRow } from './risk-class-row.tsx';
import './component-steps.css';
import { keysSaid } from '../../../ui/keys-said.ts';

/** Number of risk classes, what they are measured in, and target and range of each, with the bands to scale. */
export function RiskStep(props: WizardStepProps<RiskComponentDraft>) {
  const { draft, onChange, isReadOnly } = props;
  const errorAt = useFieldErrors(props);
  const riskTypes = useQuery(riskTypesQuery());
  const [activeClassId, setActiveClassId] = useState<number | null>(null);
  const count = draft.tariffRiskItemsNumber ?? 0;
  const classes = Array.from({ length: count }, (_, index) => ({
    riskClassId: index + 1,
    target: draft.tariffRiskItemsTargets[index] ?? null,
    range: draft.tariffRiskItemsRanges[index] ?? null,
  }));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0;
    const place = riskPlaceOf(pathAt(event.target));
    if (step === 0 || place === undefined) return;
    event.preventDefault();
    const path = riskPathOf({ ...place, index: place.index + step });
    const input = event.currentTarget.querySelector<HTMLInputElement>(`[data-field="${path}"] input`);
    input?.focus();
    input?.select();
  };
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const place = riskPlaceOf(pathAt(event.target));
    const text = event.clipboardData.getData('text/plain');
    if (place === undefined || isReadOnly || withPastedBlock(draft, place, text) === null) return;
    event.preventDefault();
    onChange((current) => withPastedBlock(current, place, text) ?? current);
  };
  const setMember = (
    member: 'tariffRiskItemsTargets' | 'tariffRiskItemsRanges',
    index: number,
    value: number | null,
  ) => onChange((current) => ({ ...current, [member]: current[member].with(index, value) }));

  return (
    <div className="component-step component-step--wide">
      <div className="component-step__controls">
        <FieldSlot path="tariffRiskItemsNumber">
          <ChoiceField
            label={t('componentSteps.risk.count')}
            hint={t('componentSteps.risk.countHint')}
            isRequired
            error={errorAt('tariffRiskItemsNumber')}
            value={draft.tariffRiskItemsNumber === null ? '' : String(draft.tariffRiskItemsNumber)}
            options={riskClassCounts.map((number) => ({ value: String(number), label: String(number) }))}
            isDisabled={isReadOnly}
            onChange={(number) => onChange((current) => resizeRiskItems(current, Number(number)))}
          />
        </FieldSlot>
        <FieldSlot path="tariffRiskType">
          <SelectField
            label={t('componentSteps.risk.type')}
            isRequired
            error={errorAt('tariffRiskType')}
            value={draft.tariffRiskType === null ? '' : String(draft.tariffRiskType)}
            emptyLabel={t('componentSteps.choose')}
            lookup={riskTypes}
            options={(riskTypes.data ?? []).map(({ id, riskTypeName }) => ({
              value: String(id),
              label: riskTypeName,
            }))}
            isDisabled={isReadOnly}
            onChange={(id) =>
              onChange((current) => ({ ...current, tariffRiskType: id === '' ? null : Number(id) }))
            }
          />
        </FieldSlot>
        <FieldSlot path="useQuota">
          <ChoiceField
            label={t('componentSteps.risk.quota')}
            hint={t(draft.useQuota ? 'componentSteps.risk.quotaOnHint' : 'componentSteps.risk.quotaOffHint')}
            error={errorAt('useQuota')}
            value={draft.useQuota ? 'yes' : 'no'}
            options={[
              { value: 'no', label: t('common.no') },
              { value: 'yes', label: t('common.yes') },
            ]}
            isDisabled={isReadOnly}
            onChange={(choice) => onChange((current) => ({ ...current, useQuota: choice === 'yes' }))}
          />
        </FieldSlot>
      </div>
      {count === 0 ? (
        <p className="hint">{t('componentSteps.risk.chooseCount')}</p>
      ) : (
        <div className="risk-step__classes">
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys and clipboard of its fields */}
          <section
            className="risk-classes"
            aria-label={t('componentSteps.risk.classes')}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          >
            <div className="risk-classes__head" aria-hidden="true">
              <span>{t('componentSteps.risk.class')}</span>
              <span>{t('componentSteps.risk.target')}</span>
              <span>{t('componentSteps.risk.range')}</span>
              <span>{t('componentSteps.risk.band')}</span>
            </div>
            <ol className="risk-classes__list">
              {classes.map(({ riskClassId, target, range }, index) => (
                <RiskClassRow
                  // A class is its place: the third stays the third whatever stands in it.
                  key={riskClassId}
                  index={index}
                  target={target}
                  range={range}
                  band={bandOf(target, range)}
                  targetError={errorAt(`tariffRiskItemsTargets.${index}`)}
                  rangeError={errorAt(`tariffRiskItemsRanges.${index}`)}
                  isReadOnly={isReadOnly}
                  isActive={activeClassId === riskClassId}
                  onFocus={() => setActiveClassId(riskClassId)}
                  onTarget={(value) => setMember('tariffRiskItemsTargets', index, value)}
                  onRange={(value) => setMember('tariffRiskItemsRanges', index, value)}
                />
              ))}
            </ol>
            <PeergroupMeasures
              riskTypeId={draft.tariffRiskType ?? 1}
              measure={riskMeasureOf(draft.tariffRiskType, draft.useQuota)}
            />
            {isReadOnly ? null : (
              <p className="hint risk-classes__keys">{keysSaid(t('componentSteps.risk.keys'))}</p>
            )}
          </section>
          <section className="risk-step__picture" aria-label={t('componentSteps.risk.picture')}>
            <RiskBandsPicture
              classes={classes}
              measure={riskMeasureOf(draft.tariffRiskType, draft.useQuota)}
              activeClassId={activeClassId}
            />
          </section>
        </div>
      )}
    </div>
  );
}

const pathAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-field]')?.dataset['field'] : undefined;

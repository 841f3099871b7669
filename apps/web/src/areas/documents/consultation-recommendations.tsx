import {
  type HandingOverForm,
  handingOverFormNames,
  handingOverForms,
} from '@depotwerk/domain/contracts/key-information';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { useQueries } from '@tanstack/react-query';
import { hasPermission, useSession } from '../../platform/session.ts';
import { contractQuery } from '../../queries/contract-queries.ts';
import { plannedOptimizationQuery } from '../../queries/plan-queries.ts';
import { FundLink } from '../../shell/fund-link.tsx';
import { said, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Banner, EmptyState } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { Recommendation } from './consultation-fields.ts';
import { needsKeyInformation, withPlan } from './consultation-fields.ts';
import type { SectionProps } from './consultation-occasion.tsx';

const actions = ['buy', 'sell', 'switch', 'hold'] as const;

/** What is recommended: taken from the stored plan, or from the holdings by hand; and what was handed over. */
export function RecommendationsSection({ fields, edit, contracts }: SectionProps) {
  const user = useSession((state) => state.user);
  const plans = useQueries({
    queries: fields.contractIds.map((id) => ({
      ...plannedOptimizationQuery(id),
      enabled: hasPermission(user, 'optimization.view'),
    })),
  }).flatMap(({ data }) => (data ? [data] : []));
  const { recommendations } = fields;
  const set = (change: (now: readonly Recommendation[]) => Recommendation[]) =>
    edit((now) => ({ ...now, recommendations: change(now.recommendations) }));
  const takePlans = () => {
    set((now) =>
      plans.reduce<Recommendation[]>(
        (all, plan) => withPlan(all, plan.contractId, plan.transactions),
        [...now],
      ),
    );
    const count = plans.reduce((sum, plan) => sum + plan.transactions.length, 0);
    showToast(t('consultations.tookPlan', { count }));
  };
  const keyOf = (id: string) => contracts.find((contract) => contract.id === id)?.externalKey ?? '';
  const owed = recommendations.filter(needsKeyInformation);
  const done = owed.filter((one) => one.keyInformationHandedOverAt !== null).length;
  return (
    <Card
      title={t('consultations.sections.recommendations')}
      actions={
        owed.length > 0 ? (
          <ColourLabel tone={done === owed.length ? 'ok' : 'warn'}>
            {t('consultations.kidDone', { done, count: owed.length })}
          </ColourLabel>
        ) : undefined
      }
    >
      {plans.length > 0 ? (
        <Banner
          actions={
            <Button size="small" onClick={takePlans}>
              {t('consultations.takePlan')}
            </Button>
          }
        >
          {t('consultations.planHere')}
        </Banner>
      ) : null}
      <div id="consultation-recommendations" tabIndex={-1} className="stack">
        {recommendations.length === 0 ? <EmptyState title={t('consultations.noRecommendations')} /> : null}
        {owed.length > 1 && done < owed.length ? (
          <div>
            <Button
              onClick={() =>
                set((now) =>
                  now.map((one) =>
                    needsKeyInformation(one) && one.keyInformationHandedOverAt === null
                      ? handedOver(one, 'portal')
                      : one,
                  ),
                )
              }
            >
              {t('consultations.kidAll')}
            </Button>
          </div>
        ) : null}
        <ul className="consultation__list">
          {recommendations.map((one, index) => (
            <RecommendationItem
              // The same fund may be recommended twice in a contract; the place tells them apart.
              key={`${one.contractId}-${one.fundId}-${index}`}
              recommendation={one}
              contractKey={fields.contractIds.length > 1 ? keyOf(one.contractId) : null}
              onChange={(change) =>
                set((now) => now.map((other, place) => (place === index ? { ...other, ...change } : other)))
              }
              onRemove={() => set((now) => now.filter((_, place) => place !== index))}
            />
          ))}
        </ul>
        <AddHolding
          contractIds={fields.contractIds}
          recommendations={recommendations}
          onAdd={(one) => set((now) => [...now, one])}
        />
      </div>
    </Card>
  );
}

const handedOver = (one: Recommendation, form: HandingOverForm): Recommendation => ({
  ...one,
  keyInformationHandedOverAt: new Date().toISOString(),
  keyInformationForm: form,
});

interface RecommendationItemProps {
  recommendation: Recommendation;
  /** Shown where the record is about several contracts. */
  contractKey: string | null;
  onChange: (change: Partial<Recommendation>) => void;
  onRemove: () => void;
}

function RecommendationItem({ recommendation, contractKey, onChange, onRemove }: RecommendationItemProps) {
  const { fundId, fundName, isin, action, reason } = recommendation;
  return (
    <li
      id={`consultation-fund-${recommendation.contractId}-${fundId}`}
      tabIndex={-1}
      className="consultation__recommendation"
    >
      <div className="consultation__fund">
        <div>
          <FundLink fundId={fundId} name={fundName} />
          <div className="hint">{[isin, contractKey].filter(Boolean).join(' · ')}</div>
        </div>
        <RemoveButton
          label={t('consultations.removeRecommendation', { name: fundName })}
          onClick={onRemove}
        />
      </div>
      <SelectField
        label={t('consultations.actionLabel')}
        value={action}
        options={actions.map((value) => ({ value, label: t(`consultations.action.${value}`) }))}
        onChange={(next) => onChange({ action: next || 'hold' })}
      />
      <TextArea
        label={t('consultations.reason')}
        value={reason}
        rows={2}
        maxLength={5000}
        onChange={(next) => onChange({ reason: next })}
      />
      {needsKeyInformation(recommendation) ? (
        <KeyInformation recommendation={recommendation} onChange={onChange} />
      ) : null}
    </li>
  );
}

function KeyInformation({
  recommendation,
  onChange,
}: Pick<RecommendationItemProps, 'recommendation' | 'onChange'>) {
  const { keyInformationHandedOverAt: at, keyInformationForm: form } = recommendation;
  return (
    <div className="consultation__kid">
      <Checkbox
        label={`${t('consultations.kid')}: ${t('consultations.kidHandedOver')}`}
        isChecked={at !== null}
        onChange={(isOn) =>
          onChange(
            isOn
              ? handedOver(recommendation, form ?? 'portal')
              : { keyInformationHandedOverAt: null, keyInformationForm: null },
          )
        }
      />
      {at === null ? null : (
        <>
          <SelectField
            label={t('consultations.kidForm')}
            isLabelHidden
            value={form ?? 'portal'}
            options={handingOverForms.map((value) => ({ value, label: said(handingOverFormNames[value]) }))}
            onChange={(next) => onChange({ keyInformationForm: next || 'portal' })}
          />
          <span className="hint">{formatDateTime(at)}</span>
        </>
      )}
    </div>
  );
}

/** A position of the contracts as a recommendation: holding is one as well. */
function AddHolding({
  contractIds,
  recommendations,
  onAdd,
}: {
  contractIds: readonly string[];
  recommendations: readonly Recommendation[];
  onAdd: (recommendation: Recommendation) => void;
}) {
  const details = useQueries({ queries: contractIds.map((id) => contractQuery(id)) });
  const holdings = details.flatMap(({ data }) =>
    (data?.currentPortfolio?.portfolioEntries ?? [])
      .map(({ fundId, fundName, isin }) => ({ contractId: data?.contract.id ?? '', fundId, fundName, isin }))
      .filter((one) =>
        recommendations.every((other) => other.contractId !== one.contractId || other.fundId !== one.fundId),
      ),
  );
  if (holdings.length === 0) return null;
  return (
    <SelectField
      label={t('consultations.addRecommendation')}
      value=""
      emptyLabel={t('consultations.addHolding')}
      options={holdings.map(({ contractId, fundId, fundName }) => ({
        value: `${contractId}/${fundId}`,
        label: fundName,
      }))}
      onChange={(chosen) => {
        const one = holdings.find(({ contractId, fundId }) => `${contractId}/${fundId}` === chosen);
        if (!one) return;
        onAdd({
          ...one,
          action: 'hold',
          reason: '',
          keyInformationHandedOverAt: null,
          keyInformationForm: null,
        });
      }}
    />
  );
}

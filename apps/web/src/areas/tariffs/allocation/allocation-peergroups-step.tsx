import { foldText } from '@depotwerk/domain/fold-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { withPeergroups } from '@depotwerk/domain/tariff/check-allocation-component';
import type { AllocationComponentDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Banner, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { FieldSlot, useFieldErrors } from '../wizard/field-errors.tsx';
import type { WizardStepProps } from '../wizard/wizard-step-props.ts';
import { marked } from './allocation-content.ts';
import { type PeergroupCategory, peergroupRisksQuery, peergroupsQuery } from './allocation-queries.ts';
import './allocation.css';

/** Quiet before risk figures are read for a new choice. */
const risksDebounceMilliseconds = 200;
/** Volatility: what is shown here is for orientation, whichever measure the risk component limits. */
const shownRiskType = 1;

/** Choice of the peer groups that make the rows of the matrix. */
export function AllocationPeergroupsStep(props: WizardStepProps<AllocationComponentDraft>) {
  const { draft, onChange, isReadOnly } = props;
  const error = useFieldErrors(props)('peergroupIds');
  const [search, setSearch] = useState<string | undefined>(undefined);
  const categories = useQuery(peergroupsQuery());
  const settledIds = useSettled(draft.peergroupIds, risksDebounceMilliseconds);
  const risks = useQuery({
    ...peergroupRisksQuery(settledIds, shownRiskType),
    enabled: settledIds.length > 0,
  });
  const figures = new Map(risks.data?.peergroups.map((group) => [group.peergroupId, group]));
  const chosen = new Set(draft.peergroupIds);

  // In the order of the list, so that the same choice is the same draft whichever box came first.
  const choose = (ids: readonly number[], isChosen: boolean) =>
    onChange((current) => {
      const next = new Set(current.peergroupIds);
      for (const id of ids) {
        if (isChosen) next.add(id);
        else next.delete(id);
      }
      const order = (categories.data ?? []).flatMap(({ peergroups }) => peergroups.map(({ id }) => id));
      const known = new Set(order);
      const unknown = current.peergroupIds.filter((id) => !known.has(id) && next.has(id));
      return marked(withPeergroups(current, [...order.filter((id) => next.has(id)), ...unknown]));
    });
  if (categories.isError) {
    return <QueryError query={categories} />;
  }
  if (!categories.data) return <Skeleton height={360} />;
  const all = categories.data.flatMap(({ peergroups }) => peergroups.map(({ id }) => id));
  const shown = matching(categories.data, search);
  return (
    <div className="groups">
      {draft.isManual ? null : <Banner role="status">{t('allocation.recompute')}</Banner>}
      <div className="groups__tools">
        <div className="groups__search">
          <SearchBox label={t('allocation.filter')} value={search} onSearch={setSearch} />
        </div>
        <span className="groups__count" role="status">
          {t('allocation.chosenCount', { count: chosen.size, total: all.length })}
        </span>
        {isReadOnly ? null : (
          <>
            <Button size="small" onClick={() => choose(all, true)}>
              {t('allocation.chooseAll')}
            </Button>
            <Button size="small" onClick={() => choose([...chosen], false)}>
              {t('allocation.chooseNone')}
            </Button>
          </>
        )}
      </div>
      <p className="hint">{t('allocation.peergroupsHint')}</p>
      {error === undefined ? null : (
        <p className="ui-field__error" role="alert">
          {error}
        </p>
      )}
      {shown.length === 0 ? <p>{t('allocation.noMatch', { text: search ?? '' })}</p> : null}
      <FieldSlot path="peergroupIds">
        <div className="groups__columns">
          {shown.map(({ id, peergroupName, peergroups }) => {
            const ids = peergroups.map((group) => group.id);
            const count = ids.filter((group) => chosen.has(group)).length;
            return (
              <fieldset key={id} className="groups__category">
                <legend>
                  <Checkbox
                    label={peergroupName}
                    isChecked={count === ids.length}
                    isIndeterminate={count > 0 && count < ids.length}
                    isDisabled={isReadOnly}
                    onChange={(isChosen) => choose(ids, isChosen)}
                  />
                </legend>
                <div className="groups__list">
                  {peergroups.map((group) => (
                    <div key={group.id} className="groups__item">
                      <Checkbox
                        label={group.name}
                        isChecked={chosen.has(group.id)}
                        isDisabled={isReadOnly}
                        onChange={(isChosen) => choose([group.id], isChosen)}
                      />
                      <span className="groups__figures">
                        {chosen.has(group.id) ? figureText(figures.get(group.id)) : ''}
                      </span>
                    </div>
                  ))}
                </div>
              </fieldset>
            );
          })}
        </div>
      </FieldSlot>
    </div>
  );
}

function figureText(group: { volatility: number | null } | undefined): string {
  if (!group) return '';
  if (group.volatility === null) return t('allocation.noData');
  return t('allocation.volatility', { value: formatPercent(group.volatility, 1, 1) });
}

/** Categories with the groups whose name, or the category's, holds the text. */
function matching(categories: readonly PeergroupCategory[], search: string | undefined): PeergroupCategory[] {
  if (search === undefined) return [...categories];
  const wanted = foldText(search);
  return categories.flatMap((category) => {
    const isWhole = foldText(category.peergroupName).includes(wanted);
    const peergroups = category.peergroups.filter(({ name }) => isWhole || foldText(name).includes(wanted));
    return peergroups.length === 0 ? [] : [{ ...category, peergroups }];
  });
}

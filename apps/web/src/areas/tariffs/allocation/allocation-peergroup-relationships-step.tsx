import type { AllocationComponentDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../texts/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { FieldSlot, useFieldErrors } from '../wizard/field-errors.tsx';
import { useWizard } from '../wizard/wizard-context.ts';
import type { WizardStepProps } from '../wizard/wizard-step-props.ts';
import { type PeergroupCategory, peergroupsQuery } from './allocation-queries.ts';
import { candidatesFor, moved, relatedOf, withRelated } from './related-groups.ts';
import './allocation.css';

/** Groups offered at a time; more come with "Mehr laden". */
const pageSize = 8;

/** For every chosen peer group those that stand in for it, in order of preference. */
export function AllocationPeergroupRelationshipsStep(props: WizardStepProps<AllocationComponentDraft>) {
  const { draft, onChange, isReadOnly } = props;
  const { openStep } = useWizard();
  const errorAt = useFieldErrors(props);
  const categories = useQuery(peergroupsQuery());
  if (categories.isError) {
    return <QueryError query={categories} />;
  }
  if (!categories.data) return <Skeleton height={360} />;
  if (draft.peergroupIds.length === 0) {
    return (
      <div className="allocation__empty">
        <p>{t('allocation.noPeergroups')}</p>
        <Button onClick={() => openStep('allocation-peergroups')}>{t('allocation.toPeergroups')}</Button>
      </div>
    );
  }
  const names = new Map(
    categories.data.flatMap(({ peergroupName, peergroups }) =>
      peergroups.map(({ id, name }) => [id, { name, categoryName: peergroupName }] as const),
    ),
  );
  const nameOf = (id: number) => names.get(id)?.name ?? t('allocation.unknownGroup', { id });
  return (
    <div className="related">
      <p className="hint">{t('allocation.relatedHint')}</p>
      {draft.peergroupIds.map((peergroupId) => {
        const error = errorAt(`relationships.peergroup${peergroupId}`);
        return (
          <FieldSlot key={peergroupId} path={`relationships.peergroup${peergroupId}`}>
            <section className="related__group" aria-label={nameOf(peergroupId)}>
              <div className="related__name">
                {nameOf(peergroupId)}
                <div className="related__detail">{names.get(peergroupId)?.categoryName}</div>
              </div>
              <div className="related">
                {error === undefined ? null : (
                  <p className="ui-field__error" role="alert">
                    {error}
                  </p>
                )}
                <RelatedGroups
                  name={nameOf(peergroupId)}
                  nameOf={nameOf}
                  categories={categories.data}
                  peergroupId={peergroupId}
                  related={relatedOf(draft, peergroupId)}
                  isReadOnly={isReadOnly}
                  onChange={(related) => onChange((current) => withRelated(current, peergroupId, related))}
                />
              </div>
            </section>
          </FieldSlot>
        );
      })}
    </div>
  );
}

function RelatedGroups({
  name,
  nameOf,
  categories,
  peergroupId,
  related,
  isReadOnly,
  onChange,
}: {
  name: string;
  nameOf: (id: number) => string;
  categories: readonly PeergroupCategory[];
  peergroupId: number;
  related: readonly number[];
  isReadOnly: boolean;
  onChange: (related: readonly number[]) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {related.length === 0 && !isOpen ? (
        <p className="hint">{t('allocation.relatedNone')}</p>
      ) : (
        <ol className="related__chosen" aria-label={t('allocation.relatedOf', { name })}>
          {related.map((id, index) => (
            <li key={id} className="related__item">
              <span className="related__rank" aria-hidden="true">
                {index + 1}.
              </span>
              <span>{nameOf(id)}</span>
              {isReadOnly ? null : (
                <>
                  <IconButton
                    label={t('allocation.moveUp', { name: nameOf(id) })}
                    icon={<IconArrowUp size={16} />}
                    aria-disabled={index === 0 || undefined}
                    onClick={() => onChange(moved(related, id, -1))}
                  />
                  <IconButton
                    label={t('allocation.moveDown', { name: nameOf(id) })}
                    icon={<IconArrowDown size={16} />}
                    aria-disabled={index === related.length - 1 || undefined}
                    onClick={() => onChange(moved(related, id, 1))}
                  />
                  <IconButton
                    label={t('allocation.removeRelated', { name: nameOf(id) })}
                    icon={<IconX size={16} />}
                    onClick={() => onChange(related.filter((other) => other !== id))}
                  />
                </>
              )}
            </li>
          ))}
        </ol>
      )}
      {isReadOnly ? null : (
        <div>
          <Button
            size="small"
            kind="quiet"
            aria-expanded={isOpen}
            icon={isOpen ? undefined : <IconPlus size={16} aria-hidden="true" />}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'allocation.close' : 'allocation.addRelated')}
          </Button>
        </div>
      )}
      {isOpen && !isReadOnly ? (
        <Candidates
          candidates={candidatesFor(categories, peergroupId, related)}
          onPick={(id) => onChange([...related, id])}
        />
      ) : null}
    </>
  );
}

function Candidates({
  candidates,
  onPick,
}: {
  candidates: readonly { id: number; name: string; categoryName: string }[];
  onPick: (id: number) => void;
}) {
  const [count, setCount] = useState(pageSize);
  const rest = candidates.length - count;
  return (
    <div className="related__choice">
      <span className="hint">{t('allocation.similar')}</span>
      <ul className="related__hits">
        {candidates.slice(0, count).map(({ id, name, categoryName }) => (
          <li key={id}>
            <Button
              size="small"
              title={categoryName}
              aria-label={t('allocation.addNamed', { name })}
              onClick={() => onPick(id)}
            >
              {name}
            </Button>
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <div>
          <Button size="small" kind="quiet" onClick={() => setCount(count + pageSize)}>
            {t('allocation.moreGroups', { count: rest })}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

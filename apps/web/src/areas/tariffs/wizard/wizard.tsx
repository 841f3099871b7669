import type { Draft as StoredDraft } from '@depotwerk/api/drafts/drafts';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isMissingObject } from '../../../platform/api-error.ts';
import { mayChange, useSession } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card, PageHeader } from '../../../ui/layout.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { storedDraftQuery, wizardObjectQuery } from './draft-queries.ts';
import type { WizardDefinition, WizardObject } from './wizard-definition.ts';
import { WizardLink } from './wizard-link.tsx';
import { WizardSession } from './wizard-session.tsx';

interface WizardProps<Draft extends object> {
  definition: WizardDefinition<Draft>;
  /** null = a new object. */
  entityId: string | null;
  /** Step in the address. */
  step: string;
}

/** Who else has a draft of the object is asked again so often. */
const othersIntervalMilliseconds = 60_000;

/** A wizard: its object and the user's draft of it are read side by side, then the steps take over. */
export function Wizard<Draft extends object>(props: WizardProps<Draft>) {
  return <WizardStart key={`${props.definition.draftType} ${props.entityId ?? 'new'}`} {...props} />;
}

function WizardStart<Draft extends object>({ definition, entityId, step }: WizardProps<Draft>) {
  const [start, setStart] = useState<{
    object: WizardObject<Draft> | null;
    stored: StoredDraft | null;
  } | null>(null);
  const mayEdit = useSession((state) => mayChange(state.user, definition.editPermission));
  const object = useQuery({
    ...wizardObjectQuery(definition, entityId ?? ''),
    enabled: entityId !== null && start === null,
  });
  const stored = useQuery({
    ...storedDraftQuery(definition.draftType, entityId),
    refetchInterval: othersIntervalMilliseconds,
    // Who may only read has no draft, and is told of none.
    enabled: mayEdit,
  });

  if (start !== null) {
    return (
      <WizardSession
        definition={definition}
        loaded={start.object}
        stored={start.stored}
        others={stored.data?.others ?? []}
        mayEdit={mayEdit}
        askedStep={step}
      />
    );
  }
  const failed = object.isError ? object : stored.isError ? stored : null;
  if (failed !== null) {
    const isMissing = isMissingObject(failed.error);
    return (
      <div className="stack">
        <PageHeader title={t(definition.texts.list)} />
        {isMissing ? <MissingObject listHref={definition.listHref} /> : <QueryError query={failed} />}
      </div>
    );
  }
  // What was read a while ago may be outdated, and a save on it would be refused: the fresh answer is waited for.
  const isObjectFresh = entityId === null || (object.data !== undefined && !object.isFetching);
  const isDraftFresh = !mayEdit || (stored.data !== undefined && !stored.isFetching);
  if (isObjectFresh && isDraftFresh) {
    const draft = mayEdit ? (stored.data?.draft ?? null) : null;
    setStart({ object: entityId === null ? null : (object.data ?? null), stored: draft });
    return null;
  }
  return (
    <div className="stack">
      <PageHeading isHidden>{t(definition.texts.list)}</PageHeading>
      <Skeleton height={64} />
      <Skeleton height={420} />
    </div>
  );
}

function MissingObject({ listHref }: { listHref: string }) {
  return (
    <Card>
      <EmptyState
        icon={<IconFileOff size={36} aria-hidden="true" />}
        title={t('wizard.missingTitle')}
        action={
          <WizardLink href={listHref} look="primary">
            {t('wizard.toList')}
          </WizardLink>
        }
      >
        {t('wizard.missing')}
      </EmptyState>
    </Card>
  );
}

import { formatDateTime } from '@depotwerk/domain/date-text';
import { useQuery } from '@tanstack/react-query';
import { compareDrafts } from '../../forms/compare-drafts.ts';
import { valueText } from '../../forms/value-text.ts';
import { VersionChoice } from '../../forms/version-choice.tsx';
import { t } from '../../texts/texts.ts';
import { QueryError } from '../../ui/feedback.tsx';
import type { ConsultationFields } from './consultation-fields.ts';
import { fieldsOf } from './consultation-fields.ts';
import type { Draft } from './use-draft.ts';

const labels = {
  contractIds: 'consultations.contracts',
  consultationKind: 'consultations.kindLabel',
  place: 'consultations.place',
  initiative: 'consultations.initiativeLabel',
  participants: 'consultations.participants',
  startedAt: 'consultations.startedAt',
  recommendations: 'consultations.sections.recommendations',
  reasonText: 'consultations.reasonText',
  isPeriodicReviewAgreed: 'consultations.review',
} as const satisfies Record<keyof ConsultationFields, string>;

const isField = (path: string): path is keyof ConsultationFields => Object.hasOwn(labels, path);

function words(path: keyof ConsultationFields, fields: ConsultationFields): string {
  if (path === 'consultationKind') return t(`consultations.kind.${fields[path]}`);
  if (path === 'initiative') return t(`consultations.initiative.${fields[path]}`);
  if (path === 'startedAt') return formatDateTime(fields[path]);
  if (path === 'participants') return valueText(fields[path].join(', '));
  if (path !== 'recommendations') return valueText(fields[path]);
  const lines = fields[path].map(
    ({ fundName, action }) => `${fundName}: ${t(`consultations.action.${action}`)}`,
  );
  return valueText(lines.join(' · '));
}

/** Somebody else saved the draft in between (412): which version holds, field by field. */
export function ConsultationVersions({ id, draft }: { id: string; draft: Draft }) {
  const theirs = useQuery({
    queryKey: ['consultation', id, 'stored'],
    queryFn: draft.readStored,
    staleTime: 0,
    gcTime: 0,
  });
  if (theirs.isError) {
    return <QueryError query={theirs} />;
  }
  if (!theirs.data) return null;
  const { fields: mine, saved } = draft.state;
  const stored = fieldsOf(theirs.data.record);
  return (
    <VersionChoice
      title={t('forms.versions.object.title')}
      explanation={t('consultations.conflictText')}
      theirsLabel={t('forms.versions.object.theirs')}
      fields={compareDrafts(saved, mine, stored, 'whole').flatMap(({ path, suggested }) =>
        isField(path)
          ? [
              {
                path,
                label: t(labels[path]),
                mine: words(path, mine),
                theirs: words(path, stored),
                suggested,
              },
            ]
          : [],
      )}
      onResolve={(choices) => draft.decide(theirs.data, choices)}
    />
  );
}

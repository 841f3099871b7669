import { formatDate } from '@depotwerk/domain/date-text';
import { t } from '../../../texts/texts.ts';
import { ColourLabel } from '../../../ui/cells.tsx';
import type { VersionSummary } from './version-queries.ts';

/** The state as a coloured word. */
export function VersionState({ version }: { version: Pick<VersionSummary, 'state' | 'isCurrent'> }) {
  const { state, isCurrent } = version;
  const tone = isCurrent ? 'ok' : state === 'submitted' ? 'warn' : state === 'draft' ? 'info' : 'neutral';
  return (
    <ColourLabel tone={tone}>
      {isCurrent ? t('questionnaires.state.current') : t(`questionnaires.state.${state}`)}
    </ColourLabel>
  );
}

/** Since or from when it counts, who submitted and approved it. */
export function stateText(version: VersionSummary): string {
  const { state, publishedFrom, plannedFrom, submittedBy, approvedBy } = version;
  const parts =
    state === 'published'
      ? [
          publishedFrom === null ? '' : t('questionnaires.from', { day: formatDate(publishedFrom) }),
          approvedBy === null ? '' : t('questionnaires.approvedBy', { name: approvedBy }),
        ]
      : state === 'submitted'
        ? [
            plannedFrom === null ? '' : t('questionnaires.plannedFrom', { day: formatDate(plannedFrom) }),
            submittedBy === null ? '' : t('questionnaires.submittedBy', { name: submittedBy }),
          ]
        : [];
  return parts.filter((part) => part !== '').join(', ');
}

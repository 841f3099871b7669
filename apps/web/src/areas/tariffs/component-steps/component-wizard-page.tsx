import type { ComponentKind } from '@depotwerk/domain/tariff/tariff-drafts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { t } from '../../../texts/texts.ts';
import { EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card, PageHeader } from '../../../ui/layout.tsx';
import { componentKindOf } from '../component-list/components-search.ts';
import { componentChoicesQuery } from '../lookup-queries.ts';
import { Wizard } from '../wizard/wizard.tsx';
import { componentDefinitions } from './component-definitions.ts';

/** `/admin/tariff-components/{kind}/{id|new}/{step}`: the wizard of a component. */
export function ComponentWizardPage() {
  const { componentKind, componentId, step } = useParams({
    from: '/shell/admin/tariffArea/tariff-components/$componentKind/$componentId/$step',
  });
  const kind = componentKindOf(componentKind);
  if (kind === undefined) return <UnknownKind />;
  return <WizardOfKind kind={kind} entityId={componentId === 'new' ? null : componentId} step={step} />;
}

function WizardOfKind({ kind, ...rest }: { kind: ComponentKind; entityId: string | null; step: string }) {
  // Each kind has a type of draft of its own, so each is named.
  switch (kind) {
    case 'risk':
      return <Wizard key={kind} definition={componentDefinitions.risk} {...rest} />;
    case 'selection':
      return <Wizard key={kind} definition={componentDefinitions.selection} {...rest} />;
    case 'allocation':
      return <AllocationWizard {...rest} />;
    case 'universe':
      return <Wizard key={kind} definition={componentDefinitions.universe} {...rest} />;
  }
}

/** The rules of the matrix count the classes of the risk component, so the choices come first. */
function AllocationWizard(props: { entityId: string | null; step: string }) {
  const risks = useQuery(componentChoicesQuery('risk'));
  if (risks.data !== undefined) return <Wizard definition={componentDefinitions.allocation} {...props} />;
  return risks.isError ? <QueryError query={risks} /> : <Skeleton height={360} />;
}

function UnknownKind() {
  return (
    <div className="stack">
      <PageHeader title={t('admin.tariffComponents')} />
      <Card>
        <EmptyState
          title={t('componentWizard.unknownTitle')}
          action={
            <Link to="/admin/tariff-components" className="ui-button ui-button--primary ui-button--medium">
              {t('componentWizard.toList')}
            </Link>
          }
        />
      </Card>
    </div>
  );
}

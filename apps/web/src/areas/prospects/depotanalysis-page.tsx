import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { usePageTitle } from '../../platform/page-title.ts';
import { PublicPage } from '../../shell/public-page.tsx';
import { t } from '../../texts/texts.ts';
import { Skeleton } from '../../ui/feedback.tsx';
import { guidOfHash } from './public/guid-of-hash.ts';
import { WelcomeStep } from './welcome-step.tsx';

/** Questions, holdings and result come when there is an analysis: the first load is the welcome alone. */
const OpenAnalysis = lazy(async () => ({
  default: (await import('./public/open-analysis.tsx')).OpenAnalysis,
}));

/** `/depotanalysis`: an analysis for anybody; behind `#` stands the guid of one that was begun. */
export function DepotanalysisPage() {
  const guid = guidOfHash(useLocation({ select: ({ hash }) => hash }));
  usePageTitle(t('shell.depotanalysis'));
  return (
    <PublicPage>
      {guid === null ? (
        <WelcomeStep />
      ) : (
        <Suspense fallback={<Skeleton height={320} />}>
          <OpenAnalysis key={guid} guid={guid} />
        </Suspense>
      )}
    </PublicPage>
  );
}

import { houseContact } from '../platform/house-contact.ts';
import { usePageTitle } from '../platform/page-title.ts';
import { useWhiteLabel } from '../platform/white-label.ts';
import type { TextKey } from '../texts/texts.ts';
import { t } from '../texts/texts.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { PublicPage } from './public-page.tsx';

const tested = ['testedRules', 'testedKeyboard', 'testedHow'] as const;
const gaps = ['gapsPeople', 'gapsBrowsers', 'gapsPdf', 'gapsFiles'] as const;
const key = <K extends string>(name: K) => `accessibilityStatement.${name}` as const;

/**
 * `/accessibility`: what is tested and what is not, for houses without a statement of their own. Says only what the tests
 * of the product do (`e2e/accessibility.e2e.ts`); whoever changes them changes the texts.
 */
export function AccessibilityPage() {
  const house = useWhiteLabel();
  const contact = houseContact(house);
  usePageTitle(t('accessibilityStatement.title'));
  return (
    <PublicPage>
      <PageHeading>{t('accessibilityStatement.title')}</PageHeading>
      <p>{t('accessibilityStatement.scope', { title: house.applicationTitle })}</p>
      <Points title={key('testedTitle')} points={tested.map(key)} />
      <Points title={key('gapsTitle')} points={gaps.map(key)} />
      <section>
        <h2>{t('accessibilityStatement.contactTitle')}</h2>
        <p>
          {contact === null
            ? t('accessibilityStatement.noContact')
            : t('accessibilityStatement.contact', { contact })}
        </p>
      </section>
    </PublicPage>
  );
}

function Points({ title, points }: { title: TextKey; points: readonly TextKey[] }) {
  return (
    <section>
      <h2>{t(title)}</h2>
      <ul>
        {points.map((point) => (
          <li key={point}>{t(point)}</li>
        ))}
      </ul>
    </section>
  );
}

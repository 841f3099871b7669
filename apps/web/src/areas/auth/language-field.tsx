import { languages } from '@depotwerk/domain/white-label/languages';
import { useWhiteLabel } from '../../platform/white-label.ts';
import { changeLanguage, languageInUse } from '../../texts/change-language.ts';
import { languageNames } from '../../texts/language-names.ts';
import { t } from '../../texts/texts.ts';
import { SegmentedControl } from '../../ui/tabs.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useDisplayChange } from './start-page-field.tsx';

/** Language of the interface; takes effect at once, and nothing is asked where the house has one only. */
export function LanguageField() {
  const change = useDisplayChange();
  const { languages: ofHouse } = useWhiteLabel();
  const offered = languages.filter((language) => ofHouse.includes(language));
  const current = offered.find((language) => language === languageInUse());
  if (offered.length < 2 || current === undefined) return null;
  const choose = async (language: (typeof languages)[number]) => {
    if (await changeLanguage(language)) change.mutate({ language });
    else showToast(t('settings.display.languageFailed'), { tone: 'bad' });
  };
  return (
    <>
      <div className="settings__line">
        <strong>{t('settings.display.language')}</strong>
        <SegmentedControl
          label={t('settings.display.language')}
          value={current}
          options={offered.map((language) => ({ value: language, label: languageNames[language] }))}
          onChange={(language) => void choose(language)}
        />
      </div>
      <p className="hint">{t('settings.display.languageHint')}</p>
    </>
  );
}

import type { Appearance } from '@depotwerk/api/white-label/appearances';
import type { AppearanceDraft, RegistrationMode } from '@depotwerk/domain/white-label/check-appearance';
import { fontFamilies, registrationModes } from '@depotwerk/domain/white-label/check-appearance';
import { languages } from '@depotwerk/domain/white-label/languages';
import { isServedByOthers } from '@depotwerk/domain/white-label/legal-paths';
import { ColourField } from '../../forms/colour-field.tsx';
import { FormField } from '../../forms/form-field.tsx';
import type { EntityForm } from '../../forms/use-entity-form.ts';
import { orNull } from '../../forms/value-texts.ts';
import { useWhiteLabel } from '../../platform/white-label.ts';
import { languageNames } from '../../texts/language-names.ts';
import { t } from '../../texts/texts.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { fontName, linkPaths, shownFeatures } from './appearance-kind.ts';
import { AppearancePreview } from './appearance-preview.tsx';
import { PictureField } from './picture-field.tsx';
import './appearance.css';

const pictures = ['logo', 'logoDark', 'favicon', 'appIcon'] as const;
const contacts = ['supportPhone', 'supportMail'] as const;

/** Fields of an appearance, the picture of what they make first. */
export function AppearanceFields({ form }: { form: EntityForm<Appearance, AppearanceDraft> }) {
  const { draft, change, errorOf } = form;
  const { isDemo } = useWhiteLabel();
  const set = (part: Partial<AppearanceDraft>) => change((before) => ({ ...before, ...part }));
  const textField = (path: (typeof contacts)[number] | (typeof linkPaths)[number]) => (
    <FormField key={path} path={path}>
      <TextField
        label={t(`appearance.${path}`)}
        autoComplete="off"
        value={draft[path] ?? ''}
        hint={
          isLink(path)
            ? t(isServedByOthers(draft[path], isDemo) ? 'appearance.pathHint' : 'appearance.linkHint')
            : undefined
        }
        error={errorOf(path)}
        onChange={(text) => set({ [path]: orNull(text) })}
      />
    </FormField>
  );
  return (
    <>
      <AppearancePreview draft={draft} />
      <FormField path="applicationTitle">
        <TextField
          label={t('appearance.applicationTitle')}
          isRequired
          autoComplete="off"
          value={draft.applicationTitle}
          error={errorOf('applicationTitle')}
          onChange={(applicationTitle) => set({ applicationTitle })}
        />
      </FormField>
      <FormField path="hosts">
        <TextArea
          label={t('appearance.hosts')}
          hint={t('appearance.hostsHint')}
          rows={2}
          spellCheck={false}
          value={draft.hosts.join('\n')}
          error={errorOf('hosts')}
          onChange={(text) => set({ hosts: linesOf(text) })}
        />
      </FormField>
      <ColourField
        label={t('masterData.colour.label')}
        path="primaryColour"
        value={draft.primaryColour}
        error={errorOf('primaryColour')}
        onChange={(primaryColour) => set({ primaryColour })}
      />
      <ColourField
        label={t('appearance.accentColour')}
        path="accentColour"
        value={draft.accentColour}
        error={errorOf('accentColour')}
        onChange={(accentColour) => set({ accentColour })}
      />
      <FormField path="fontFamily">
        <SelectField
          label={t('appearance.fontFamily')}
          hint={t('appearance.fontFamilyHint')}
          value={draft.fontFamily ?? ''}
          emptyLabel={fontName(null)}
          options={fontFamilies.map((family) => ({ value: family, label: fontName(family) }))}
          onChange={(text) => set({ fontFamily: fontFamilies.find((family) => family === text) ?? null })}
        />
      </FormField>
      {pictures.map((path) => (
        <PictureField
          key={path}
          path={path}
          label={t(`appearance.${path}`)}
          hint={t(`appearance.${path}Hint`)}
          value={draft[path]}
          error={errorOf(path)}
          onChange={(picture) => set({ [path]: picture })}
        />
      ))}
      <FormField path="loginHint">
        <TextArea
          label={t('appearance.loginHint')}
          hint={t('appearance.loginHintHint')}
          rows={2}
          value={draft.loginHint ?? ''}
          error={errorOf('loginHint')}
          onChange={(text) => set({ loginHint: orNull(text) })}
        />
      </FormField>
      <div className="entity-form__row">{contacts.map(textField)}</div>
      <div className="entity-form__row">{linkPaths.slice(0, 2).map(textField)}</div>
      <div className="entity-form__row">{linkPaths.slice(2).map(textField)}</div>
      <FormField path="registrationMode">
        <SelectField
          label={t('appearance.registrationMode')}
          value={String(draft.registrationMode)}
          hint={t('appearance.registrationModeHint')}
          options={registrationModes.map((mode) => ({
            value: String(mode),
            label: t(`appearance.registrationModes.${mode}`),
          }))}
          onChange={(text) => set({ registrationMode: modeOf(text) })}
        />
      </FormField>
      <FormField path="allowedFrameAncestors">
        <TextArea
          label={t('appearance.allowedFrameAncestors')}
          hint={t('appearance.allowedFrameAncestorsHint')}
          rows={2}
          spellCheck={false}
          value={draft.allowedFrameAncestors.join('\n')}
          error={errorOf('allowedFrameAncestors')}
          onChange={(text) => set({ allowedFrameAncestors: linesOf(text) })}
        />
      </FormField>
      <FormField path="languages">
        <fieldset className="appearance__features">
          <legend>{t('appearance.languages')}</legend>
          {languages.map((language) => (
            <Checkbox
              key={language}
              label={languageNames[language]}
              isChecked={draft.languages.includes(language)}
              isDisabled={language === 'de'}
              onChange={(isOn) =>
                set({
                  languages: languages.filter((one) =>
                    one === language ? isOn : draft.languages.includes(one),
                  ),
                })
              }
            />
          ))}
          <p className="hint">{t('appearance.languagesHint')}</p>
        </fieldset>
      </FormField>
      <fieldset className="appearance__features">
        <legend>{t('appearance.features')}</legend>
        {shownFeatures.map((feature) => (
          <Checkbox
            key={feature}
            label={t(`appearance.feature.${feature}`)}
            isChecked={draft.features[feature]}
            onChange={(isOn) => set({ features: { ...draft.features, [feature]: isOn } })}
          />
        ))}
        <p className="hint">{t('appearance.featuresHint')}</p>
      </fieldset>
    </>
  );
}

const isLink = (path: string) => linkPaths.some((link) => link === path);

const modeOf = (text: string): RegistrationMode =>
  registrationModes.find((mode) => String(mode) === text) ?? 0;

/** One a line, commas allowed; an empty line that is being typed is kept as such. */
const linesOf = (text: string): string[] =>
  text === '' ? [] : text.split(/[\n,]/).map((host) => host.trim().toLowerCase());

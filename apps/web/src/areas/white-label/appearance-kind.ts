import type { Appearance } from '@depotwerk/api/white-label/appearances';
import {
  appearance,
  createAppearance,
  deleteAppearance,
  listAppearances,
  putAppearance,
} from '@depotwerk/api/white-label/appearances';
import type {
  AppearanceDraft,
  AppearanceFeature,
  FontFamily,
} from '@depotwerk/domain/white-label/check-appearance';
import { checkAppearance, fontFamilies } from '@depotwerk/domain/white-label/check-appearance';
import { languages } from '@depotwerk/domain/white-label/languages';
import type { EntityKind } from '../../forms/entity-kind.ts';
import { textOrNone } from '../../forms/value-texts.ts';
import { callApi } from '../../platform/api-client.ts';
import { builtInWhiteLabel } from '../../platform/white-label.ts';
import { parseKnown } from '../../platform/without-unknown.ts';
import { languageNames } from '../../texts/language-names.ts';
import { t } from '../../texts/texts.ts';

const pictureText = (picture: string | null) =>
  t(picture === null ? 'common.none' : 'appearance.pictureChosen');

/** An appearance of the house as a form edits it. */
export const appearanceKind = (): EntityKind<Appearance, AppearanceDraft, string> => ({
  key: 'appearances',
  editPermission: 'whiteLabel.edit',
  readId: (text) => text,
  load: async (id, signal) => {
    const found = (await callApi(listAppearances, {}, { signal })).find((one) => one.id === id);
    if (!found) throw new RangeError('The appearance was deleted meanwhile.');
    return found;
  },
  create: (draft, idempotencyKey) => callApi(createAppearance, { body: bodyOf(draft) }, { idempotencyKey }),
  update: (id, draft, ifMatch) =>
    callApi(putAppearance, { params: { id }, body: bodyOf(draft) }, { ifMatch }),
  keptAs: 'whiteLabel',
  remove: (id, ifMatch) => callApi(deleteAppearance, { params: { id } }, { ifMatch }),
  parse: (value) => parseKnown(appearance, value).data,
  idOf: ({ id }) => id,
  nameOf: ({ applicationTitle }) => applicationTitle,
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => ({
    applicationTitle: '',
    hosts: [],
    allowedFrameAncestors: [],
    logo: null,
    logoDark: null,
    favicon: null,
    appIcon: null,
    primaryColour: builtInWhiteLabel.primaryColour,
    accentColour: builtInWhiteLabel.accentColour,
    fontFamily: null,
    registrationMode: 0,
    languages,
    supportPhone: null,
    supportMail: null,
    imprintUrl: null,
    privacyUrl: null,
    termsUrl: null,
    accessibilityStatementUrl: null,
    loginHint: null,
    features: { depotanalysis: false, preregistration: true, bankCredentials: true, esg: true, bulk: true },
  }),
  draftOf: ({ id: _id, isDefault: _default, rowVersion: _version, ...draft }) => draft,
  check: (draft) => checkAppearance(bodyOf(draft)),
  fields: () => [
    { path: 'applicationTitle', label: t('appearance.applicationTitle'), text: (d) => d.applicationTitle },
    { path: 'hosts', label: t('appearance.hosts'), text: (d) => textOrNone(d.hosts.join(', ')) },
    {
      path: 'allowedFrameAncestors',
      label: t('appearance.allowedFrameAncestors'),
      text: (d) => textOrNone(d.allowedFrameAncestors.join(', ')),
    },
    { path: 'logo', label: t('appearance.logo'), text: (d) => pictureText(d.logo) },
    { path: 'logoDark', label: t('appearance.logoDark'), text: (d) => pictureText(d.logoDark) },
    { path: 'favicon', label: t('appearance.favicon'), text: (d) => pictureText(d.favicon) },
    { path: 'appIcon', label: t('appearance.appIcon'), text: (d) => pictureText(d.appIcon) },
    { path: 'primaryColour', label: t('masterData.colour.label'), text: (d) => d.primaryColour },
    { path: 'accentColour', label: t('appearance.accentColour'), text: (d) => d.accentColour },
    { path: 'fontFamily', label: t('appearance.fontFamily'), text: (d) => fontName(d.fontFamily) },
    {
      path: 'registrationMode',
      label: t('appearance.registrationMode'),
      text: (d) => t(`appearance.registrationModes.${d.registrationMode}`),
    },
    {
      path: 'languages',
      label: t('appearance.languages'),
      text: (d) => d.languages.map((language) => languageNames[language]).join(', '),
    },
    ...(['supportPhone', 'supportMail', ...linkPaths, 'loginHint'] as const).map((path) => ({
      path,
      label: t(`appearance.${path}`),
      text: (d: AppearanceDraft) => textOrNone(d[path]),
    })),
    {
      path: 'features',
      label: t('appearance.features'),
      text: (d) =>
        textOrNone(
          shownFeatures
            .filter((feature) => d.features[feature])
            .map((feature) => t(`appearance.feature.${feature}`))
            .join(', '),
        ),
    },
  ],
  words: {
    create: t('appearance.create'),
    loadFailed: t('appearance.loadFailed'),
    removeQuestion: (name) => t('appearance.removeQuestion', { name }),
  },
  affected: [['setup']],
});

const fontKeys = ['system', 'plain', 'wide', 'serif'] as const;

/** What a family is called; the one the product brings where none is chosen. */
export const fontName = (family: FontFamily | null): string =>
  t(`appearance.fonts.${fontKeys[fontFamilies.findIndex((each) => each === family)] ?? 'own'}`);

/** The parts that can be closed, in the order of the form. */
export const shownFeatures = [
  'depotanalysis',
  'preregistration',
  'bankCredentials',
  'bulk',
  'esg',
] as const satisfies readonly AppearanceFeature[];

export const linkPaths = ['imprintUrl', 'privacyUrl', 'termsUrl', 'accessibilityStatementUrl'] as const;

/** Lines that were begun and left empty name nothing. */
const linesIn = (lines: readonly string[]) => lines.filter((line) => line !== '');

const bodyOf = (draft: AppearanceDraft) => ({
  ...draft,
  hosts: linesIn(draft.hosts),
  languages: [...draft.languages],
  allowedFrameAncestors: linesIn(draft.allowedFrameAncestors),
  features: { ...draft.features },
});

/** Imprint, privacy and terms of the demo's houses: pages behind the links of their white label, in demo mode alone. */
import { analysisDays, prospectTermsVersion } from '@depotwerk/domain/depot-analysis/consent';
import type { demoLegalPaths } from '@depotwerk/domain/white-label/legal-paths';
import { plainPage } from '@depotwerk/server/public';

interface LegalPage {
  readonly title: string;
  readonly sections: readonly (readonly [heading: string, ...paragraphs: string[]])[];
}

const pages: Readonly<Record<(typeof demoLegalPaths)[number], LegalPage>> = {
  '/impressum': {
    title: 'Impressum',
    sections: [
      [
        'Eine Demowelt',
        'Dieses Haus gibt es nicht. Personen, Verträge, Fonds und Banken sind erfunden; es wird nicht beraten und nichts vermittelt.',
      ],
      [
        'Was hier im Betrieb steht',
        'Name und Anschrift des Hauses, Vertretungsberechtigte, Erreichbarkeit per Post, Telefon und E-Mail, Register und Registernummer, Umsatzsteuer-Identifikationsnummer, die zuständige Aufsichtsbehörde und die Nummer im Vermittlerregister (§ 5 DDG).',
        'Der Link auf das eigene Impressum wird unter „Erscheinungsbild“ eingetragen.',
      ],
    ],
  },
  '/datenschutz': {
    title: 'Datenschutz',
    sections: [
      [
        'Was die Demowelt speichert',
        'Alles, was hier eingegeben wird, liegt in der Datenbank auf dem Rechner, auf dem die Anwendung läuft, und verlässt ihn nicht. Mails und SMS werden nicht verschickt, sondern im Postausgang der Demo angezeigt.',
      ],
      [
        'Cookies und Speicher',
        'Nach der Anmeldung hält ein Cookie die Sitzung, ein zweites merkt, dass es sie gibt. Beides ist für die Anmeldung nötig. Es wird nichts gemessen, nichts verfolgt und nichts von anderen Servern geladen.',
      ],
      [
        'Depotanalyse ohne Anmeldung',
        `Antworten und Bestände werden mit Einwilligung gespeichert und nach ${analysisDays} Tagen gelöscht; vorher löscht sie, wer den Link kennt, selbst.`,
      ],
      [
        'Was hier im Betrieb steht',
        'Verantwortlicher und Datenschutzbeauftragter, Zwecke und Rechtsgrundlagen, Empfänger, Speicherdauer, die Rechte auf Auskunft, Berichtigung, Löschung, Einschränkung, Übertragung, Widerspruch und Widerruf, und die Aufsichtsbehörde, bei der man sich beschweren kann (Art. 13 DSGVO).',
      ],
    ],
  },
  '/agb': {
    title: 'Nutzungsbedingungen',
    sections: [
      [
        `Fassung ${prospectTermsVersion}`,
        'Diese Bedingungen gehören zur Demowelt. Wer sich hier registriert, probiert die Anwendung aus; ein Vertrag kommt nicht zustande, und niemand schuldet etwas.',
      ],
      [
        'Keine Beratung',
        'Bewertungen, Vorschläge und Berichte beruhen auf erfundenen Fonds und Kursen. Sie sind keine Empfehlung und dürfen nicht als solche verwendet werden.',
      ],
      [
        'Was hier im Betrieb steht',
        'Leistung des Zugangs, Pflichten der Nutzer, Haftung, Laufzeit und Kündigung. Welcher Fassung jemand zugestimmt hat, steht bei seinem Zugang.',
      ],
    ],
  },
};

const htmlOf = ({ title, sections }: LegalPage): string =>
  plainPage({
    title,
    house: 'Demowelt',
    body: `${sections
      .map(
        ([heading, ...paragraphs]) =>
          `<h2>${heading}</h2>\n${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}`,
      )
      .join('\n')}
<nav aria-label="Rechtliches">
${Object.entries(pages)
  .map(([path, page]) => `<a href="${path}">${page.title}</a>`)
  .join('\n')}
<a href="/accessibility">Barrierefreiheit</a>
<a href="/">Zur Anwendung</a>
</nav>`,
  });

/** Files beside the application by path, each with the name that says its kind. */
export const demoLegalPages: ReadonlyMap<string, { readonly name: string; readonly text: string }> = new Map(
  Object.entries(pages).map(([path, page]) => [path, { name: `${path}.html`, text: htmlOf(page) }]),
);

import { formatDate } from '@depotwerk/domain/date-text';
import { type PublicContent, textSection } from './build-public-report.ts';
import { none } from './report-format.ts';

/** What a completed invitation confirms, for whoever was given the link: when, and what was agreed to; it names nobody. */
export function buildConfirmation(invitation: {
  readonly submittedAt: string;
  readonly consentVersion: string | null;
  readonly termsVersion: string | null;
}): PublicContent {
  return {
    title: 'Bestätigung der Vorregistrierung',
    sections: [
      textSection(
        'confirmation',
        'Vorregistrierung abgeschlossen',
        `Die Einladung wurde am ${formatDate(invitation.submittedAt.slice(0, 10))} abgeschlossen. Die Angaben liegen Ihrem Berater vor.`,
      ),
      textSection(
        'agreed',
        'Wozu Sie zugestimmt haben',
        `Einwilligung in die Verarbeitung, Fassung ${invitation.consentVersion ?? none}; Nutzungsbedingungen, Fassung ${invitation.termsVersion ?? none}.`,
      ),
      textSection(
        'next',
        'Wie es weitergeht',
        'Ihr Berater meldet sich bei Ihnen. Wenn Sie einen Zugang angelegt haben, können Sie sich damit anmelden.',
      ),
    ],
    disclaimer:
      'Diese Seite nennt keine Namen. Wer den Link kennt, kann sie lesen, bis er abläuft oder zurückgenommen wird.',
  };
}

import { callbackify } from 'node:util';
import type { MailSecurity } from '@depotwerk/domain/mail/check-mail-settings';
import nodemailer from 'nodemailer';
import { htmlOfText } from './html-of-text.ts';
import { connectToMailServer } from './private-hosts.ts';

/** A mail server and who writes. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  readonly userName: string | null;
  readonly password: string | null;
  readonly senderAddress: string;
  readonly senderName: string;
}

export interface OutgoingMail {
  /** Stays the same when a mail is sent again, so that a mailbox can tell. */
  readonly messageKey: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  /** Colour of the house for links, `#rrggbb`; null = the built-in one. */
  readonly colour: string | null;
}

/**
 * What became of a mail: taken; not yet (try later); refused for good; or unclear, because the connection was lost after
 * the text was handed over and nobody knows whether it was taken.
 */
export type MailOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'later' | 'refused' | 'unclear'; readonly reason: string };

const secondsToConnect = 10;
const secondsOfSilence = 15;
/** One that answers byte by byte is never silent: no delivery takes longer than this. */
const secondsInAll = 25;

/**
 * Hands a mail to the mail server. Certificates are verified; never throws.
 * @param allowsInner whether the mail server may be in an inner network or on this machine
 */
export async function deliverBySmtp(
  settings: SmtpSettings,
  mail: OutgoingMail,
  allowsInner: boolean,
): Promise<MailOutcome> {
  // The server's 354 is where it asks for the text: before it nothing can have been taken.
  const state = { isTextAskedFor: false };
  const note = (_entry: unknown, ...words: unknown[]) => {
    if (typeof words[0] === 'string' && words[0].startsWith('354')) state.isTextAskedFor = true;
  };
  const openSocket = callbackify(async () => ({
    connection: await connectToMailServer(settings.host, settings.port, allowsInner, secondsToConnect * 1000),
  }));
  const transport = nodemailer.createTransport({
    host: settings.host,
    port: settings.port,
    secure: settings.security === 'tls',
    requireTLS: settings.security === 'startTls',
    ignoreTLS: settings.security === 'none',
    ...(settings.userName !== null && {
      auth: { user: settings.userName, pass: settings.password ?? '' },
    }),
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
    getSocket: (_options, callback) => openSocket(callback),
    connectionTimeout: secondsToConnect * 1000,
    greetingTimeout: secondsToConnect * 1000,
    socketTimeout: secondsOfSilence * 1000,
    disableFileAccess: true,
    disableUrlAccess: true,
    debug: true,
    logger: { level: () => {}, trace: note, debug: note, info: note, warn: note, error: note, fatal: note },
  });
  const domain = settings.senderAddress.split('@').at(-1) ?? 'localhost';
  try {
    await transport.sendMail({
      messageId: `<${mail.messageKey}@${domain}>`,
      from: { name: settings.senderName, address: settings.senderAddress },
      to: { name: '', address: mail.recipient },
      subject: mail.subject,
      text: mail.text,
      html: htmlOfText(mail.subject, mail.text, mail.colour),
      signal: AbortSignal.timeout(secondsInAll * 1000),
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    return { kind: 'sent' };
  } catch (error) {
    return outcomeOf(error, state.isTextAskedFor, allowsInner);
  } finally {
    transport.close();
  }
}

function outcomeOf(error: unknown, isTextAskedFor: boolean, allowsInner: boolean): MailOutcome {
  const { code, first, responseCode } = describe(error);
  // Only what is said about recipient or text is final; credentials and encryption are mended in the settings.
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isRefused = isAboutMail && responseCode !== null && responseCode >= 500;
  const kind = isRefused ? 'refused' : responseCode !== null || !isTextAskedFor ? 'later' : 'unclear';
  return { kind, reason: reasonOf(kind, { code, first, responseCode }, allowsInner) };
}

/** Our own words: those of a remote service would tell what answers on hosts only this server reaches. */
function reasonOf(
  kind: 'refused' | 'later' | 'unclear',
  { code, first, responseCode }: Failure,
  allowsInner: boolean,
): string {
  const number = responseCode === null ? '' : ` (Code ${responseCode})`;
  if (kind === 'refused') return `Der Mailserver hat die Nachricht abgelehnt${number}.`;
  if (kind === 'unclear')
    return 'Die Verbindung zum Mailserver brach ab; ob die Nachricht ankam, ist nicht bekannt.';
  if (code === 'EAUTH') return `Der Mailserver hat die Anmeldung abgelehnt${number}.`;
  // A server that knows no STARTTLS refuses the word, not a mail.
  if (code === 'ETLS') return withoutEncryption;
  if (responseCode !== null) return `Der Mailserver nimmt die Nachricht zurzeit nicht an${number}.`;
  if (allowsInner) return whyNoConnection(code, first);
  // The same for a name nobody knows and one of an inner network: which names there are is nobody's business here.
  return `${noConnection} Mailserver in internen Netzen sind in dieser Installation nicht erlaubt.`;
}

const noConnection = 'Mit dem Mailserver kam keine sichere Verbindung zustande.';
/** Nothing speaks of encryption: the server hung up, perhaps on a connection without any. */
const hungUp =
  'Die Verbindung zum Mailserver kam nicht zustande oder brach ab. Bitte prüfen Sie Adresse, Port und Verschlüsselung.';
const withoutEncryption =
  'Auf diesem Port kam mit dem Mailserver keine Verschlüsselung zustande. Bitte prüfen Sie Verschlüsselung und Port.';

/** What to mend, for whoever sets up the mail server of a house that is alone in its installation. */
function whyNoConnection(code: string | null, first: string | null): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'Der Name des Mailservers ist nicht bekannt. Bitte prüfen Sie die Schreibweise.';
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ETIME)$/.test(code ?? ''))
    return 'Der Mailserver antwortet nicht. Bitte prüfen Sie Adresse, Port und Verschlüsselung.';
  if (/CERT|VERIFY/.test(first ?? ''))
    return 'Das Zertifikat des Mailservers ist abgelaufen, nicht vertrauenswürdig oder für einen anderen Namen ausgestellt.';
  return /SSL|EPROTO/.test(first ?? '') ? withoutEncryption : hungUp;
}

interface Failure {
  readonly code: string | null;
  /** What the library has written its own code over. */
  readonly first: string | null;
  readonly responseCode: number | null;
}

function describe(error: unknown): Failure {
  if (!(error instanceof Error)) return { code: null, first: null, responseCode: null };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  const responseCode =
    'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null;
  const first = 'originalCode' in error && typeof error.originalCode === 'string' ? error.originalCode : null;
  return { code, first, responseCode };
}

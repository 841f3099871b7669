import { createHash } from 'node:crypto';
import type { WhiteLabelConfig } from '@depotwerk/api/white-label/white-label';
import { formatDate, formatDateTime } from '@depotwerk/domain/date-text';
import { locale } from '@depotwerk/domain/locale';
import { canonicalJson } from '../../platform/audit/write-audit.ts';
import type { PdfJob } from './pdf/compile-report.ts';
import { withBreakableWords } from './report/breakable-words.ts';
import type { ReportDocument, ReportFrame } from './report/report-document.ts';
import { fullName } from './report/report-format.ts';
import type { Addressee, ContractSource } from './report/report-source.ts';

/** SHA-256 over the canonical JSON of a report's content: printed in its footer, stored with it. */
export const hashOfReport = (report: ReportDocument): Buffer =>
  createHash('sha256').update(canonicalJson(report)).digest();

interface FrameInput {
  readonly whiteLabel: WhiteLabelConfig;
  /** Left out: the house's own. */
  readonly logoVariant?: 'standard' | 'none' | undefined;
  /** Who made it; null for what nobody signed in for. */
  readonly creator: string | null;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly hash: Buffer;
  readonly runningHead: string;
  /** These only on letters. */
  readonly recipient?: readonly string[];
  readonly references?: ReportFrame['references'];
  readonly link?: string;
}

/** The job for the PDF worker: content, frame and logo. */
export function pdfJob(report: ReportDocument, input: FrameInput): PdfJob {
  const { whiteLabel, now } = input;
  const logo = input.logoVariant === 'none' ? null : logoOf(whiteLabel.logo);
  const at = new Date(now);
  const created = formatDateTime(at.toISOString(), locale.timeZone);
  const frame: ReportFrame = {
    house: {
      applicationTitle: whiteLabel.applicationTitle,
      primaryColour: whiteLabel.primaryColour,
      contact: [whiteLabel.supportPhone, whiteLabel.supportMail].filter((line) => line !== null),
      sender: whiteLabel.applicationTitle,
    },
    logo: logo?.fileName ?? null,
    recipient: input.recipient ?? [],
    references: input.references ?? [],
    link: null,
    runningHead: input.runningHead,
    created: `Erstellt am ${created} Uhr${input.creator === null ? '' : ` von ${input.creator}`} · ${whiteLabel.applicationTitle}`,
    hash: input.hash.toString('hex'),
    date: {
      year: at.getUTCFullYear(),
      month: at.getUTCMonth() + 1,
      day: at.getUTCDate(),
      hour: at.getUTCHours(),
      minute: at.getUTCMinutes(),
      second: at.getUTCSeconds(),
    },
  };
  return {
    report: JSON.stringify(withBreakableWords(report)),
    // An address stays in one piece: it is followed, not read.
    frame: JSON.stringify({ ...withBreakableWords(frame), link: input.link ?? null } satisfies ReportFrame),
    logo,
  };
}

/** Lines of the address field; what concerns somebody underage is for her representatives (§ 131 Abs. 2 BGB). */
export function recipientOf(person: Addressee): string[] {
  const isPerson = person.companyName === '';
  return [
    person.companyName,
    person.isUnderage ? 'Gesetzliche Vertreter von' : isPerson ? person.salutation : '',
    [person.title, fullName(person)].filter((part) => part !== '').join(' '),
    person.street,
    `${person.postalCode} ${person.city}`.trim(),
    person.country === 'DE' ? '' : person.country,
  ].filter((line) => line !== '');
}

/** Stable way to the contract, within the house: it leads whoever may see it there, and everybody else to a neutral page. */
export function contractPath({ detail }: ContractSource): string {
  const { externalKey, issuerId } = detail.contract;
  return `/goto/contract/${encodeURIComponent(externalKey)}${issuerId === null ? '' : `?issuerId=${issuerId}`}`;
}

/** The block beside the address; its first line is the contract, which `contractPath` leads to. */
export function referencesOf(source: ContractSource): [string, string][] {
  const { contract } = source.detail;
  return [
    ['Vertrag', contract.externalKey],
    ...(source.addressee.externalKey === null
      ? []
      : ([['Kundennummer', source.addressee.externalKey]] as [string, string][])),
    ['Datum', formatDate(source.today)],
    ['Berater', source.adviserName],
  ];
}

/** Only pictures that came with the configuration itself: the worker fetches nothing. */
function logoOf(logo: string | null): PdfJob['logo'] {
  const match = /^data:image\/(png|jpeg|svg\+xml);base64,([A-Za-z0-9+/=]+)$/.exec(logo ?? '');
  if (!match?.[1] || !match[2]) return null;
  const content = Buffer.from(match[2], 'base64');
  const extension = { png: 'png', jpeg: 'jpg', 'svg+xml': 'svg' }[match[1]] ?? 'png';
  return content.byteLength > 512 * 1024 ? null : { fileName: `logo.${extension}`, content };
}
